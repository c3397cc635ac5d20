/** `termwise vocabulary`: what smaller vocabularies cost and save on a collection. */

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
  summary: "how many words a collection has, and what leaving out rare ones means",
  usage: "vocabulary <collection>[:<split>] [options]",
  description:
    "Voc-n holds the words that occur at least n times in the documents, Voc-Full all of them. For each:\nits terms, their share of all, the bytes of a table of vectors for them, and the queries with at\nleast one word that is left out. The queries are those of one split, or of all.",
  options: [
    {
      name: "counts",
      value: "<list>",
      default: PAPER_THRESHOLDS.join(","),
      summary: "least counts to show",
    },
    { name: "dimension", value: "<n>", default: "300", summary: "numbers of a vector" },
    {
      name: "embeddings",
      value: "<file>",
      summary: "take the dimension from these vectors; sub-word vectors get a row of their own",
    },
    {
      name: "out",
      value: "<file>",
      summary: "write the vocabulary of the first count to this file",
    },
    SKIP_BAD,
  ],
  examples: [
    { type: "termwise vocabulary wordnet:test", does: "the table for the test queries" },
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
    throw badArgument(`--counts must be whole numbers ≥ 1 between commas, got ${quote(text)}`);
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
