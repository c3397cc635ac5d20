/** `termwise vocabulary`: size and coverage of the vocabularies of a collection. */

import { renderTable } from "../../src/analysis/table.ts";
import { openKnownCollection, parseCollectionSplit } from "../../src/collection/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  countWords,
  openVectors,
  PAPER_THRESHOLDS,
  queryWords,
  SubwordVectors,
  subwordTableRow,
  Vocabulary,
  type VocabularyRow,
  vocabularyTable,
  type WordVectors,
  writeVocabulary,
} from "../../src/embeddings/index.ts";
import { openAnalyzer } from "../../src/text/index.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import { BadLines, SKIP_BAD } from "./bad-lines.ts";
import { megabytes } from "./byte-count.ts";
import type { Command, Shell } from "./command.ts";

export const vocabulary: Command = {
  name: "vocabulary",
  summary: "print the size and coverage of a collection's vocabularies",
  usage: "vocabulary <collection>[:<split>] [options]",
  description:
    "Voc-n holds the words that occur at least n times in the documents, Voc-Full all of them. For each, prints\nthe number of words, their share of all words, the size of a table of vectors, and the queries with at\nleast one out-of-vocabulary word. The queries are those of one split, or of all.",
  options: [
    {
      name: "counts",
      value: "<list>",
      default: PAPER_THRESHOLDS.join(","),
      summary: "minimum numbers of occurrences, with commas between",
    },
    { name: "dimension", value: "<n>", default: "300", summary: "dimension of the vectors" },
    {
      name: "embeddings",
      value: "<file>",
      summary: "vectors to take the dimension from; sub-word vectors add a row",
    },
    {
      name: "out",
      short: "o",
      value: "<file>",
      summary: "file to write the vocabulary of the first count to",
    },
    SKIP_BAD,
  ],
  examples: [
    { type: "termwise vocabulary wordnet:test", does: "prints the table for the test queries" },
    {
      type: "termwise vocabulary ./msmarco --counts 5 --out voc-5.txt",
      does: "writes Voc-5, a word and its count on each line",
    },
  ],

  async run(args, shell) {
    const [name, ...rest] = args.positionals;
    if (name === undefined || rest.length > 0)
      throw wrongUse(vocabulary, "one collection is needed");
    const thresholds = parseCounts(args);
    const { collection: path, split } = parseCollectionSplit(name);
    const bad = new BadLines(args);
    const collection = await openKnownCollection(shell.files, path, {
      ...bad.options,
      collections: shell.collections,
      findPackage: shell.findPackage,
    });
    const analyzer = await openAnalyzer();
    const splits = split === undefined ? collection.splits : [split];
    const queries = await queryWords(collection, splits, analyzer);
    const counts = await countWords(collection, analyzer, shell.progress);
    bad.report(shell);
    const vectors = await openEmbeddings(args, shell);
    const dimension = vectors?.dimension ?? args.count("dimension") ?? 300;
    const rows = vocabularyTable(counts, queries, { thresholds, dimension });
    if (vectors instanceof SubwordVectors) rows.push(subwordTableRow(vectors));
    const out = args.text("out");
    if (out !== undefined) {
      await writeVocabulary(shell.files, out, Vocabulary.of(counts, thresholds[0]));
    }
    if (args.has("json")) {
      shell.out(JSON.stringify({ collection: name, queries: queries.length, rows }, null, 2));
    } else {
      shell.out(tableText(rows));
      shell.out(
        `\n${queries.length.toLocaleString("en-US")} queries; vectors of ${dimension} numbers`,
      );
    }
  },
};

async function openEmbeddings(
  args: Arguments,
  shell: Shell,
): Promise<WordVectors | SubwordVectors | undefined> {
  const name = args.text("embeddings");
  return name === undefined ? undefined : (await openVectors(shell.files, name, shell)).vectors;
}

function parseCounts(args: Arguments): number[] {
  const text = args.text("counts") ?? "";
  const counts = text.split(",").map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : 0));
  if (counts.some((count) => count < 1)) {
    throw badArgument(`--counts must be whole numbers ≥ 1 with commas between, got ${quote(text)}`);
  }
  return counts;
}

function tableText(table: readonly VocabularyRow[]): string {
  const rows = table.map(({ name, terms, covered, bytes, oovShare, oovQueries }) => [
    name,
    terms.toLocaleString("en-US"),
    covered.toFixed(1),
    megabytes(bytes),
    oovShare.toFixed(2),
    oovQueries.toLocaleString("en-US"),
  ]);
  const header = ["vocabulary", "terms", "% of terms", "size", "% OOV queries", "OOV queries"];
  return renderTable({ header, rows, words: [0] }, "text");
}
