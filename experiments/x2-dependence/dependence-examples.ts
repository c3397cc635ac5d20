/** The report's examples of dependence: order in "fifa worldcup", and a soft match that exact windows miss. */

import type { Finding } from "../../src/analysis/finding.ts";
import type { ReportTable } from "../../src/analysis/index.ts";
import { createDependenceWindows } from "../../src/ranking/dependence/index.ts";
import { indexInMemory } from "../../src/search/index.ts";

/** Documents of equal length, so that only order and proximity differ. */
const ORDER = {
  query: "fifa worldcup",
  documents: [
    { id: "in-order", text: "the fifa worldcup began in june this year" },
    { id: "reversed", text: "the worldcup fifa began in june this year" },
    { id: "far-apart", text: "the fifa began in june this year worldcup" },
  ],
};
const SOFT = {
  query: "cricket bowling speed record",
  documents: [
    { id: "exact", text: "the cricket bowling speed record was broken again" },
    { id: "soft", text: "fastest delivery of all time by a fast pacer" },
  ],
};

async function scoreDocuments(
  { query, documents }: typeof ORDER,
  ranker: string,
): Promise<ReadonlyMap<string, number>> {
  const analysis = { stopWords: "none", stemmer: "none" } as const;
  const reader = await indexInMemory(documents, { analysis, positions: true });
  const hits = await reader.searcher.rank(query, { ranker, top: documents.length });
  const scoresById = new Map(
    Array.from(hits.documents, (document, i) => [
      reader.snapshot.id(document),
      hits.scores[i] as number,
    ]),
  );
  await reader.close();
  return scoresById;
}

/** The scores of SDM and independence on both examples, with findings. */
export async function createDependenceExamples(): Promise<{
  readonly table: ReportTable;
  readonly findings: readonly Finding[];
}> {
  const rankers = ["fi", "sdm"] as const;
  const rows: string[][] = [];
  const all = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, example] of [
    ["order", ORDER],
    ["soft", SOFT],
  ] as const) {
    for (const ranker of rankers)
      all.set(`${name} ${ranker}`, await scoreDocuments(example, ranker));
    for (const { id, text } of example.documents) {
      const scoreRows = rankers.map(
        (ranker) => all.get(`${name} ${ranker}`)?.get(id)?.toFixed(4) ?? "not found",
      );
      rows.push([example.query, id, text, ...scoreRows]);
    }
  }
  const of = (ranker: string, id: string): number =>
    all.get(`order ${ranker}`)?.get(id) ?? Number.NaN;
  const isOrdered =
    of("sdm", "in-order") > of("sdm", "reversed") &&
    of("sdm", "reversed") >= of("sdm", "far-apart");
  const isBlind = of("fi", "in-order") === of("fi", "reversed");
  return {
    table: {
      title: "Examples: order, and a soft match",
      table: { header: ["query", "document", "text", ...rankers], rows, words: [0, 1, 2] },
    },
    findings: [
      {
        claim: "S2.5",
        measured: `SDM: in order ${of("sdm", "in-order").toFixed(3)}, reversed ${of("sdm", "reversed").toFixed(3)}; independence gives both ${of("fi", "in-order").toFixed(3)}`,
        verdict: isOrdered && isBlind ? "holds" : "fails",
      },
      {
        claim: "S2.6",
        measured: "SDM does not find a document that says it in other words",
        verdict: all.get("soft sdm")?.has("soft") === true ? "fails" : "holds",
      },
      createGrowthFinding(),
    ],
  };
}

/** S2.9: the features of FDM and of SDM for queries of 2 to 10 different words. */
export function createGrowthFinding(): Finding {
  const count = (kind: "full" | "sequential", length: number): number => {
    const words = Array.from({ length }, (_, i) => `word${i}`);
    return createDependenceWindows({ kind, maxTerms: length }, words, () => true).length;
  };
  const lengths = [2, 3, 4, 5, 6, 7, 8, 9, 10];
  const full = lengths.map((length) => count("full", length));
  // Exponential: nearly twice as many with every word, however many there are.
  const isExponential = full.slice(1).every((each, i) => each > 1.9 * (full[i] as number));
  const sequential = lengths.map((length) => count("sequential", length));
  return {
    claim: "S2.9",
    measured: `features of 2 to 10 words: FDM ${full.join(", ")}; SDM ${sequential.join(", ")}; the ranker fdm stops at windows of 3 words`,
    verdict: isExponential ? "holds" : "fails",
  };
}
