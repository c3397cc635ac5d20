/**
 * What meaning adds to words: BM25, MiniLM alone, and both together.
 *
 * Nothing is learned. k1 and b of BM25 are tuned on one half of the queries and
 * used on the other, both ways; alpha of the hybrid is 1. All systems are
 * compared with tuned BM25, one family for each collection.
 */

import type { Report } from "../../src/analysis/index.ts";
import {
  openKnownCollection,
  parseCollectionSplit,
  type Query,
  type Run,
} from "../../src/collection/index.ts";
import type { Judgements, Ranking } from "../../src/collection/run.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import { gridSettings } from "../../src/ranking/index.ts";
import { tune } from "../../src/ranking/tuning.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import { rankByMeaning } from "../../src/search/meaning-run.ts";
import { comparedSystems } from "../compared-systems.ts";
import { dataFingerprint } from "../data-fingerprint.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../joined-report.ts";
import { reportedSplit } from "../reported-split.ts";
import { shownInterval, shownMean, shownP } from "../shown-values.ts";
import { encodedCollection, HASHED, MODEL } from "./hybrid-vectors.ts";

const TITLE = "Words and meaning";

const TEXT =
  "English analysis, full stop list, Porter2. BM25's k1 and b are tuned for nDCG@10 on one half of the queries and used on the other, both ways; nothing else is tuned. MiniLM is all-MiniLM-L6-v2, its vectors as bytes, documents cut into passages of at most 1000 characters; it was trained on a billion pairs of texts, MS MARCO, Natural Questions and scientific citations among them, so that it may have seen texts like these, though none of these judgements. Differences are from tuned BM25: 95 % interval, paired t test, Holm's correction over the systems of a collection.";

const HASHED_TEXT =
  "Here MiniLM was not used: vectors are sums of random ones, one for each word, to try the experiment without a model.";

const GRID = "k1=0.4|0.6|0.9|1.2|1.6|2,b=0.3|0.5|0.75|0.9";

/** By name, the ranker; `first` stands for tuned BM25. */
const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ["bm25, tuned", "first"],
  ["bm25", "bm25"],
  ["dense", "dense"],
  ["rrf(bm25,dense)", "rrf(first,dense)"],
  ["hybrid(bm25,dense)", "hybrid(first,dense)"],
]);

export const hybridExperiment: Experiment = {
  id: "hybrid",
  title: "what meaning adds to words, without a label: BM25, MiniLM and both",
  source: "docs/hybrid.md",
  collections: ["cranfield", "cisi", "vaswani", "nfcorpus:test"],
  quickCollections: ["cranfield"],
  needs: { judged: 20 },
  options: [
    {
      name: "encoder",
      summary:
        "MiniLM: its name, folder or package; hashed-words needs no model and knows no meaning",
      default: "minilm",
      quick: HASHED,
    },
    {
      name: "encoded",
      summary: "folder of vectors that bench/peers/minilm_vectors.py made",
      default: "",
    },
    { name: "top", summary: "documents per query", default: "100" },
  ],

  run: (request, environment) => forEachCollection(request, environment, TITLE, tableOf),
};

async function tableOf(
  request: ExperimentRequest,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<Report> {
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const collection = await openKnownCollection(files, name, { collections, findPackage });
  const { queries, judgements } = await reportedSplit(collection, split);
  const given: IndexableDocument[] = [];
  for await (const document of collection.documents()) given.push(document);
  const encoded = await encodedCollection(name, given, queries, {
    ...{ files, progress },
    folder: request.text("encoded"),
    encoder: request.text("encoder"),
  });
  const analysis = { stopWords: "english" } as const;
  const reader = await indexInMemory(encoded.documents, { analysis, vectors: MODEL, progress });
  const judged = queries.filter(({ id }) => judgements.has(id));
  const halves = await tunedHalves(reader, judged, judgements);
  const runs = new Map<string, Run>();
  for (const [system, ranker] of SYSTEMS) {
    const rankings = new Map<string, Ranking>();
    for (const { tuned, asked } of halves) {
      const named = ranker.replace("first", tuned);
      const vectorOf = new Map(asked.map(({ id, text }) => [text, encoded.queries.get(id)]));
      const scoring = async (query: string) => ({ ranker: named, vector: vectorOf.get(query) });
      const bounds = { top: request.number("top"), name: system };
      const part = await rankByMeaning(reader, asked, scoring, bounds);
      for (const [id, ranking] of part.rankings) rankings.set(id, ranking);
    }
    runs.set(system, { name: system, rankings });
  }
  await reader.close();
  const values = new Map([...runs].map(([system, run]) => [system, measured(run, judgements)]));
  const of = (measure: 0 | 1) =>
    new Map([...values].map(([system, columns]) => [system, columns[measure]]));
  const [baseline = "", ...others] = SYSTEMS.keys();
  const compared = comparedSystems(
    of(0),
    others.map((system) => [system, baseline] as const),
  );
  const rows = [...SYSTEMS.keys()].map((system) => {
    const against = compared.find((each) => each.system === system);
    return [
      system,
      shownMean(average(of(0).get(system))),
      against === undefined ? "" : shownInterval(against.difference),
      against === undefined ? "" : shownP(against.correctedP),
      shownMean(average(of(1).get(system))),
    ];
  });
  const header = ["system", "nDCG@10", "difference", "p (Holm)", "R@100"];
  return {
    title: `${TITLE}: ${request.collection}, ${judged.length} judged queries`,
    texts: request.text("encoder") === HASHED ? [TEXT, HASHED_TEXT] : [TEXT],
    tables: [
      { title: `${name}, ${judged.length} judged queries`, table: { header, rows, words: [0] } },
    ],
    figures: [],
    results: compared.map((comparison) => ({ table: name, comparison })),
    runs: [...runs.values()].map((run) => ({ ...run, name: run.name.replaceAll(/\W+/g, "-") })),
    data: { [name]: await dataFingerprint(collection, `${collections}/${name}`) },
  };
}

/** Every other query, and the BM25 that was best on those between them. */
async function tunedHalves(
  { searcher }: IndexReader,
  judged: readonly Query[],
  judgements: Judgements,
): Promise<readonly { readonly tuned: string; readonly asked: readonly Query[] }[]> {
  const halves = [0, 1].map((parity) => judged.filter((_, i) => i % 2 === parity));
  const settings = gridSettings("bm25", GRID);
  const found: { tuned: string; asked: readonly Query[] }[] = [];
  for (const [i, asked] of halves.entries()) {
    const other = halves[1 - i] ?? [];
    const [best] = await tune(searcher, other, judgements, settings, { measure: "nDCG@10" });
    found.push({ tuned: best?.ranker ?? "bm25", asked });
  }
  return found;
}

/** nDCG@10 and R@100 of every judged query. */
function measured(
  run: Run,
  judgements: Judgements,
): readonly [readonly number[], readonly number[]] {
  const { measures } = evaluate(run, judgements, ["nDCG@10", "R@100"]);
  const [gain, recall] = measures.map(({ perQuery }) => [...perQuery]);
  return [gain ?? [], recall ?? []];
}

function average(values: readonly number[] = []): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
