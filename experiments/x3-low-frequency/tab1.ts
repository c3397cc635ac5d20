/**
 * The sizes of vocabularies, and the number of queries with a word that they lack (Table 1 of
 * Hofstätter et al.).
 */

import type { Report } from "../../src/analysis/index.ts";
import { openDataset } from "../../src/collection/index.ts";
import {
  computeVocabularyTable,
  countWords,
  PAPER_THRESHOLDS,
  readQueryWords,
  type VocabularyRow,
} from "../../src/embeddings/index.ts";
import { openAnalyzer } from "../../src/text/index.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { OWN_FASTTEXT } from "../neural/vocabulary-cache.ts";
import { createSmallReport } from "../small-report.ts";

const TITLE = "Sizes of vocabularies";

/** Terms, covered %, size, and queries with unknown words, by the paper. */
const PAPER: readonly (readonly string[])[] = [
  ["Voc-Full", "3,525,473", "100", "4.23 GB", "0 (0)"],
  ["Voc-5", "542,878", "15.4", "651 MB", "1.23 (596)"],
  ["Voc-10", "314,607", "8.9", "378 MB", "1.98 (962)"],
  ["Voc-25", "169,983", "4.8", "204 MB", "5.07 (2464)"],
  ["Voc-50", "111,815", "3.2", "134 MB", "8.06 (3917)"],
  ["Voc-100", "75,805", "2.2", "91 MB", "12.07 (5864)"],
  ["fastText", "2,950,302", "100", "2.36 GB", "0 (0)"],
];

/** Table 1 of the low-frequency paper. */
export const x3Table1: Experiment = {
  id: "X3-tab1",
  title: "terms, memory and queries with unknown words, by the size of the vocabulary",
  source: "Table 1 of Hofstätter, Rekabsaz, Eickhoff and Hanbury, SIGIR 2019",
  collections: ["msmarco-mini", "wikiqa", "nfcorpus", "wordnet"],
  quickCollections: ["msmarco-mini", "wikiqa", "nfcorpus"],
  options: [{ name: "dimension", summary: "values per word", default: "300" }],
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const collection = await openDataset(files, name, { collections, findPackage });
  const analyzer = await openAnalyzer({});
  const counts = await countWords(collection, analyzer, progress);
  const split = collection.splits.includes("test") ? ["test"] : [...collection.splits].slice(0, 1);
  const queries = await readQueryWords(collection, split, analyzer);
  const dimension = request.number("dimension");
  const rows = [
    ...computeVocabularyTable(counts, queries, { thresholds: PAPER_THRESHOLDS, dimension }),
    createFastTextRow(counts),
  ];
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      `Surface forms of the documents of ${name}; queries of ${split.join(", ")}. Size: 4 bytes per value, ${dimension} values per word; fastText: rows of words, buckets and padding, ${OWN_FASTTEXT.dimension} values each. In brackets the paper's MS MARCO.`,
    ],
    tables: [
      {
        title: `${name}: vocabularies`,
        table: {
          header: [
            "vocabulary",
            "terms",
            "covered, %",
            "size, MB",
            "queries with unknown words, % (#)",
          ],
          rows: rows.map((row, i) => createCells(row, PAPER[i] ?? [])),
          words: [0],
        },
      },
    ],
    results: rows,
    data: { [name]: await fingerprintData(collection, `${collections}/${name}`) },
  });
}

/** The words of the collection, each with its own row, the trigram buckets and padding. */
function createFastTextRow(counts: ReadonlyMap<string, number>): VocabularyRow {
  const words = [...counts.values()].filter((count) => count >= OWN_FASTTEXT.minCount).length;
  const terms = 1 + words + OWN_FASTTEXT.ngrams.buckets;
  const bytes = 4 * terms * OWN_FASTTEXT.dimension;
  return { name: "fastText", least: 1, terms, covered: 100, bytes, oovQueries: 0, oovShare: 0 };
}

function createCells(
  { name, terms, covered, bytes, oovQueries, oovShare }: VocabularyRow,
  paper: readonly string[],
): string[] {
  const [, ...theirs] = paper;
  const ours = [
    terms.toLocaleString("en"),
    covered.toFixed(1),
    (bytes / 1e6).toFixed(1),
    `${oovShare.toFixed(2)} (${oovQueries})`,
  ];
  return [
    name,
    ...ours.map((value, i) => (theirs[i] === undefined ? value : `${value} [${theirs[i]}]`)),
  ];
}
