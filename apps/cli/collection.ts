/** `termwise collection`: describes collections and converts them to other formats. */

import { renderTable, type Table } from "../../src/analysis/table.ts";
import {
  type Collection,
  type CollectionStatistics,
  computeCollectionStatistics,
  convertCollection,
  type Lengths,
  listDatasets,
  OUTPUT_FORMATS,
  type OutputFormat,
} from "../../src/collection/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { DOCUMENT_OPTIONS, openDocuments } from "./document-source.ts";

export const collection: Command = {
  name: "collection",
  summary: "describe, convert and list test collections",
  usage: "collection stats|convert|list <name or path> [options]",
  description:
    "A collection is a dataset name (wordnet, or the name of a folder in TERMWISE_COLLECTIONS) or a path. The format is detected. docs/formats.md describes the formats, docs/collections.md the datasets.\n\n  stats    print the number and length of documents, queries and judgements\n  convert  write the collection in the format --to to the new folder --out\n  list     print the known names, or the collections in a folder",
  options: [
    {
      name: "to",
      value: "<format>",
      choices: OUTPUT_FORMATS,
      summary: "convert: format to write",
    },
    {
      name: "out",
      short: "o",
      value: "<folder>",
      summary: "convert: folder to write; it must not exist",
    },
    { name: "gzip", summary: "convert: compress every file" },
    ...DOCUMENT_OPTIONS,
  ],
  examples: [
    {
      type: "termwise collection stats wordnet",
      does: "prints statistics of the built-in collection",
    },
    {
      type: "termwise collection stats ./cranfield --json",
      does: "prints statistics of a folder as JSON",
    },
    {
      type: "termwise collection convert ./vaswani --to beir --out ./vaswani-beir",
      does: "writes a TREC collection in BEIR's layout",
    },
    {
      type: "termwise collection list",
      does: "prints the dataset names",
    },
  ],

  async run(args, context) {
    const [action, name, ...rest] = args.positionals;
    if (rest.length > 0)
      throw createUsageError(collection, `only one collection is allowed, got ${rest[0]} as well`);
    if (action === "list") return printList(args, context, name);
    if (action !== "stats" && action !== "convert") {
      throw createUsageError(
        collection,
        `expected stats, convert or list, got ${action ?? "nothing"}`,
      );
    }
    if (name === undefined) throw createUsageError(collection, `${action} needs a collection`);
    const target = action === "convert" ? parseConversionTarget(args) : undefined;
    const { collection: source, report } = await openDocuments(name, args, context);
    await (target === undefined
      ? printStats(source, args, context)
      : convert(source, target, args, context));
    report();
  },
};

async function printList(
  args: Arguments,
  context: CommandContext,
  folder = context.collections,
): Promise<void> {
  const names = await listDatasets(context.files, { collections: folder });
  context.out(args.has("json") ? JSON.stringify(names, null, 2) : names.join("\n"));
  if (folder === undefined) {
    context.note("set TERMWISE_COLLECTIONS to a folder of collections to list them too");
  }
}

async function printStats(
  source: Collection,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const figures = await computeCollectionStatistics(source, { progress: context.progress });
  if (args.has("json")) {
    context.out(JSON.stringify({ ...figures, notes: source.notes }, null, 2));
    return;
  }
  context.out(`${figures.name} (${figures.format})\n`);
  context.out(renderTable(formatDocuments(figures), "text"));
  if (figures.splits.length > 0) context.out(`\n${renderTable(formatSplits(figures), "text")}`);
  for (const note of source.notes) context.out(`\n${note}`);
}

interface Target {
  readonly to: OutputFormat;
  readonly out: string;
}

function parseConversionTarget(args: Arguments): Target {
  const [to, out] = [args.text("to"), args.text("out")];
  if (to === undefined || out === undefined) {
    throw createUsageError(collection, "convert needs --to <format> and --out <folder>");
  }
  return { to: to as OutputFormat, out };
}

async function convert(
  source: Collection,
  { to, out }: Target,
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  await convertCollection(context.files, source, out, to, { gzip: args.has("gzip") });
  if (args.has("json")) context.out(JSON.stringify({ collection: source.name, format: to, out }));
  else context.note(`wrote ${source.name} as ${to} to ${out}`);
}

function formatDocuments(figures: CollectionStatistics): Table {
  return {
    header: ["", ""],
    rows: [
      ["documents", formatCount(figures.documents)],
      ["empty documents", formatCount(figures.emptyDocuments)],
      ["words per document", formatLengths(figures.documentLength)],
      ["words per query", formatLengths(figures.queryLength)],
    ],
    words: [0],
  };
}

function formatSplits({ splits }: CollectionStatistics): Table {
  return {
    header: ["split", "queries", "words", "judged", "judgements", "relevant per query", "grades"],
    rows: splits.map((split) => [
      split.split,
      formatCount(split.queries),
      formatLengths(split.queryLength),
      formatCount(split.judgedQueries),
      formatCount(split.judgements),
      split.relevantPerQuery.toFixed(1),
      split.grades
        .map(({ grade, judgements }) => `${grade}: ${formatCount(judgements)}`)
        .join(", "),
    ]),
    words: [0],
  };
}

function formatLengths({ mean, deviation }: Lengths): string {
  return `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
}

function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}
