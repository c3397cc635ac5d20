/** `termwise vocabulary`: size and coverage of the vocabularies of a collection. */

import { renderTable } from "../../src/analysis/table.ts";
import { openDataset, parseCollectionSplit } from "../../src/collection/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import {
  computeSubwordRow,
  computeVocabularyTable,
  countWords,
  openVectors,
  PAPER_THRESHOLDS,
  readQueryWords,
  SubwordVectors,
  Vocabulary,
  type VocabularyRow,
  type WordVectors,
  writeVocabulary,
} from "../../src/embeddings/index.ts";
import { openAnalyzer } from "../../src/text/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { BadLines, SKIP_BAD } from "./bad-lines.ts";
import type { Command, CommandContext } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";

export const vocabulary: Command = {
  name: "vocabulary",
  summary: "print the size and coverage of a collection's vocabularies",
  usage: "vocabulary <collection>[:<split>] [options]",
  description:
    "Voc-n holds the words that occur at least n times in the documents, Voc-Full all of them. For each, prints the number of words, their share of all words, the size of a table of vectors, and the queries with at least one out-of-vocabulary word. The queries are those of one split, or of all.",
  options: [
    {
      name: "counts",
      value: "<list>",
      default: PAPER_THRESHOLDS.join(","),
      summary: "minimum numbers of occurrences, separated by commas",
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

  async run(args, context) {
    const [name, ...rest] = args.positionals;
    if (name === undefined || rest.length > 0)
      throw createUsageError(vocabulary, "one collection is needed");
    const thresholds = parseCounts(args);
    const { collection: path, split } = parseCollectionSplit(name);
    const bad = new BadLines(args);
    const collection = await openDataset(context.files, path, {
      ...bad.options,
      collections: context.collections,
      findPackage: context.findPackage,
    });
    const analyzer = await openAnalyzer();
    const splits = split === undefined ? collection.splits : [split];
    const queries = await readQueryWords(collection, splits, analyzer);
    const counts = await countWords(collection, analyzer, context.progress);
    bad.report(context);
    const vectors = await openEmbeddings(args, context);
    const dimension = vectors?.dimension ?? args.count("dimension") ?? 300;
    const rows = computeVocabularyTable(counts, queries, { thresholds, dimension });
    if (vectors instanceof SubwordVectors) rows.push(computeSubwordRow(vectors));
    const out = args.text("out");
    if (out !== undefined) {
      await writeVocabulary(context.files, out, Vocabulary.fromCounts(counts, thresholds[0]));
    }
    if (args.has("json")) {
      context.out(JSON.stringify({ collection: name, queries: queries.length, rows }, null, 2));
    } else {
      context.out(formatTable(rows));
      context.out(
        `\n${queries.length.toLocaleString("en-US")} queries; vectors of ${dimension} numbers`,
      );
    }
  },
};

async function openEmbeddings(
  args: Arguments,
  context: CommandContext,
): Promise<WordVectors | SubwordVectors | undefined> {
  const name = args.text("embeddings");
  return name === undefined ? undefined : (await openVectors(context.files, name, context)).vectors;
}

function parseCounts(args: Arguments): number[] {
  const text = args.text("counts") ?? "";
  const counts = text.split(",").map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : 0));
  if (counts.some((count) => count < 1)) {
    throw badArgument(`--counts must be whole numbers ≥ 1 with commas between, got ${quote(text)}`);
  }
  return counts;
}

function formatTable(table: readonly VocabularyRow[]): string {
  const rows = table.map(({ name, terms, covered, bytes, oovShare, oovQueries }) => [
    name,
    terms.toLocaleString("en-US"),
    covered.toFixed(1),
    formatMegabytes(bytes),
    oovShare.toFixed(2),
    oovQueries.toLocaleString("en-US"),
  ]);
  const header = ["vocabulary", "terms", "% of terms", "size", "% OOV queries", "OOV queries"];
  return renderTable({ header, rows, words: [0] }, "text");
}
