/** `termwise stats`: statistics of an index, or of one of its terms. */

import { renderTable } from "../../src/analysis/table.ts";
import {
  computeWeightStatistics,
  type WeightedTerm,
  type WeightStatistics,
} from "../../src/discrimination/index.ts";
import { computeIndexStatistics, type IndexStatistics } from "../../src/index/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";

export const stats: Command = {
  name: "stats",
  summary: "print statistics of an index or of a term",
  usage: "stats <index> [word] [--tdv]",
  description:
    "Prints the number of documents, terms, postings and bytes of an index, and its text analysis; for a word, its document and collection frequency. With --tdv, prints the highest and lowest learned term weights and their correlation with idf.",
  options: [{ name: "tdv", summary: "print the term weights that termwise discriminate learned" }],
  takesText: true,
  examples: [
    { type: "termwise stats ./index", does: "prints the statistics of the index" },
    { type: "termwise stats ./index flutter", does: "prints how often a word occurs" },
  ],

  async run(args, context) {
    const [folder, word, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0)
      throw createUsageError(stats, "one index is needed, and at most one word");
    await withIndex(folder, async (index) => {
      if (args.has("tdv")) {
        const figures = computeWeightStatistics(index.snapshot);
        context.out(args.has("json") ? JSON.stringify(figures, null, 2) : formatWeights(figures));
        return;
      }
      const result =
        word === undefined ? computeIndexStatistics(index.snapshot) : readTermFigures(index, word);
      if (args.has("json")) context.out(JSON.stringify(result, null, 2));
      else
        context.out(
          "terms" in result ? formatIndex(result as IndexStatistics) : formatFacts(result),
        );
    });
  },
};

function formatWeights({ idfCorrelation, kind, ...figures }: WeightStatistics): string {
  const { terms, dropped, heaviest, lightest, droppedTerms } = figures;
  const formatTerms = (list: readonly WeightedTerm[]): string =>
    list
      .map(({ term, weight, document }) =>
        [
          term,
          weight.toFixed(2),
          ...(document === undefined ? [] : [`(${document.toFixed(2)})`]),
        ].join(" "),
      )
      .join(", ");
  const dropText =
    kind === "two-sided"
      ? "do not count in queries; weights in queries, and (in documents)"
      : "have weight 0 and are not indexed";
  const { coefficient, p } = idfCorrelation ?? {};
  return [
    `${terms} terms have weights; ${dropped} of them ${dropText}`,
    `highest: ${formatTerms(heaviest)}`,
    `lowest:  ${formatTerms(lightest)}`,
    `dropped: ${droppedTerms.join(", ")}${dropped > droppedTerms.length ? ", …" : ""}`,
    ...(coefficient === undefined
      ? []
      : [`rank correlation with idf: ${coefficient.toFixed(3)} (p = ${p?.toPrecision(2)})`]),
  ].join("\n");
}

/** The figures of a word's index terms; a word can have none (stopped) or several (hyphens). */
function readTermFigures({ snapshot, analyzer }: OpenIndex, word: string): object {
  const terms = analyzer.terms(word);
  const figures = terms.map((term) => {
    const { documentFrequency = 0, collectionFrequency = 0 } = snapshot.term(term) ?? {};
    const { weights } = snapshot;
    const idf = Math.log(snapshot.documentCount / documentFrequency);
    return {
      ...{ term, documentFrequency, collectionFrequency, idf: documentFrequency ? idf : null },
      ...(weights?.isTwoSided === true && {
        termWeight: weights.queryWeight(term),
        documentWeight: weights.weight(term),
      }),
    };
  });
  return { word, found: figures };
}

function formatFacts(result: object): string {
  const { found: terms } = result as { found: readonly Record<string, string | number | null>[] };
  if (terms.length === 0) return "this word is not indexed";
  const weighed = terms.some(({ termWeight }) => termWeight !== undefined);
  const rows = terms.map(({ term, documentFrequency, collectionFrequency, idf, ...weights }) => [
    String(term),
    String(documentFrequency),
    String(collectionFrequency),
    idf === null || idf === undefined ? "–" : Number(idf).toFixed(4),
    ...Object.values(weights).map((weight) => Number(weight).toFixed(3)),
  ]);
  const header = ["term", "documents", "occurrences", "ln(N/df)"];
  if (weighed) header.push("weight in queries", "in documents");
  return renderTable({ header, rows, words: [0] }, "text");
}

function formatIndex(figures: IndexStatistics): string {
  const count = (value: number): string => value.toLocaleString("en-US");
  const { analysis, positions } = figures.settings;
  const rows = [
    ["documents", count(figures.documents)],
    ["deleted documents", count(figures.deletedDocuments)],
    ["terms per document", figures.averageLength.toFixed(1)],
    ["distinct terms", count(figures.terms)],
    ["postings", count(figures.postings)],
    ["segments", count(figures.segments)],
    ["bytes", formatMegabytes(figures.bytes)],
    ...Object.entries(figures.bytesByKind).map(([kind, bytes]) => [
      `  ${kind}`,
      formatMegabytes(bytes),
    ]),
    ["positions", positions ? "yes" : "no"],
    ["language", analysis.language],
    ["stemmer", analysis.stemmer],
    ["stop words", typeof analysis.stopWords === "string" ? analysis.stopWords : "own list"],
  ];
  return renderTable({ header: ["", ""], rows, words: [0] }, "text");
}
