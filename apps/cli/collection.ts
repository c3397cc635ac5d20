/** `termwise collection`: describes collections and converts them to other formats. */

import { renderTable, type Table } from "../../src/analysis/table.ts";
import {
  type Collection,
  type CollectionStatistics,
  collectionStatistics,
  convertCollection,
  knownCollections,
  type Lengths,
  WRITTEN_FORMATS,
  type WrittenFormat,
} from "../../src/collection/index.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import type { Command, Shell } from "./command.ts";
import { DOCUMENT_OPTIONS, openDocuments } from "./document-source.ts";

export const collection: Command = {
  name: "collection",
  summary: "describe, convert and list test collections",
  usage: "collection stats|convert|list <name or path> [options]",
  description:
    "A collection is a known name (wordnet, or the name of a folder in the one that TERMWISE_COLLECTIONS names)\nor a path. The format is detected. docs/formats.md describes the formats, docs/collections.md the known\ncollections.\n\n  stats    print the number and length of documents, queries and judgements\n  convert  write the collection in the format --to to the new folder --out\n  list     print the known names, or the collections in a folder",
  options: [
    {
      name: "to",
      value: "<format>",
      choices: WRITTEN_FORMATS,
      summary: "convert: format to write",
    },
    {
      name: "out",
      short: "o",
      value: "<folder>",
      summary: "convert: folder to write, which must not exist",
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
      does: "prints those of a folder as JSON",
    },
    {
      type: "termwise collection convert ./vaswani --to beir --out ./vaswani-beir",
      does: "writes a TREC collection in BEIR's layout",
    },
    {
      type: "termwise collection list",
      does: "prints the names that can be used in place of a path",
    },
  ],

  async run(args, shell) {
    const [action, name, ...rest] = args.positionals;
    if (rest.length > 0)
      throw wrongUse(collection, `only one collection is allowed, got ${rest[0]} as well`);
    if (action === "list") return list(args, shell, name);
    if (action !== "stats" && action !== "convert") {
      throw wrongUse(collection, `expected stats, convert or list, got ${action ?? "nothing"}`);
    }
    if (name === undefined) throw wrongUse(collection, `${action} needs a collection`);
    const target = action === "convert" ? conversionTarget(args) : undefined;
    const { collection: opened, report } = await openDocuments(name, args, shell);
    await (target === undefined
      ? stats(opened, args, shell)
      : convert(opened, target, args, shell));
    report();
  },
};

async function list(args: Arguments, shell: Shell, folder = shell.collections): Promise<void> {
  const names = await knownCollections(shell.files, { collections: folder });
  shell.out(args.has("json") ? JSON.stringify(names, null, 2) : names.join("\n"));
  if (folder === undefined) {
    shell.note("set TERMWISE_COLLECTIONS to a folder of collections to list them too");
  }
}

async function stats(opened: Collection, args: Arguments, shell: Shell): Promise<void> {
  const figures = await collectionStatistics(opened, { progress: shell.progress });
  if (args.has("json")) {
    shell.out(JSON.stringify({ ...figures, notes: opened.notes }, null, 2));
    return;
  }
  shell.out(`${figures.name} (${figures.format})\n`);
  shell.out(renderTable(documentTable(figures), "text"));
  if (figures.splits.length > 0) shell.out(`\n${renderTable(splitTable(figures), "text")}`);
  for (const note of opened.notes) shell.out(`\n${note}`);
}

interface Target {
  readonly to: WrittenFormat;
  readonly out: string;
}

function conversionTarget(args: Arguments): Target {
  const [to, out] = [args.text("to"), args.text("out")];
  if (to === undefined || out === undefined) {
    throw wrongUse(collection, "convert needs --to <format> and --out <folder>");
  }
  return { to: to as WrittenFormat, out };
}

async function convert(
  opened: Collection,
  { to, out }: Target,
  args: Arguments,
  shell: Shell,
): Promise<void> {
  await convertCollection(shell.files, opened, out, to, { gzip: args.has("gzip") });
  if (args.has("json")) shell.out(JSON.stringify({ collection: opened.name, format: to, out }));
  else shell.note(`wrote ${opened.name} as ${to} to ${out}`);
}

function documentTable(figures: CollectionStatistics): Table {
  return {
    header: ["", ""],
    rows: [
      ["documents", count(figures.documents)],
      ["empty documents", count(figures.emptyDocuments)],
      ["words per document", lengths(figures.documentLength)],
      ["words per query", lengths(figures.queryLength)],
    ],
    words: [0],
  };
}

function splitTable({ splits }: CollectionStatistics): Table {
  return {
    header: ["split", "queries", "words", "judged", "judgements", "relevant per query", "grades"],
    rows: splits.map((split) => [
      split.split,
      count(split.queries),
      lengths(split.queryLength),
      count(split.judgedQueries),
      count(split.judgements),
      split.relevantPerQuery.toFixed(1),
      split.grades.map(({ grade, judgements }) => `${grade}: ${count(judgements)}`).join(", "),
    ]),
    words: [0],
  };
}

function lengths({ mean, deviation }: Lengths): string {
  return `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
