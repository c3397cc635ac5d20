/**
 * Writes a collection, with all its splits, in another format. Either every
 * file appears or none.
 *
 *   beir   corpus.jsonl, queries.jsonl, qrels/<split>.tsv
 *   jsonl  documents.jsonl, queries.<split>.jsonl, qrels.<split>.tsv
 *   tsv    documents.tsv, queries.<split>.tsv, qrels.<split>.tsv
 *   trec   documents.trec, topics.<split>.trec, qrels.<split>.txt
 *
 * JSON keeps everything. TSV keeps ids, titles and texts, with a space for
 * each tab and line end. TREC keeps fields whose names can be tags and joins
 * lines. Documents that a query excludes are kept only in JSON. In
 * BEIR the judgements define the splits: a query of a split without a judgement
 * moves to `all`.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { Collection } from "./collection.ts";
import type { Query } from "./document.ts";
import { documentLines, queryLines } from "./formats/format-writers.ts";
import { judgementLines } from "./formats/judgements-file.ts";
import { filesBelow, joined } from "./formats/paths.ts";
import { type Lines, writeTogether } from "./formats/written-lines.ts";

/** Formats a collection can be written in. */
export const WRITTEN_FORMATS = ["beir", "jsonl", "tsv", "trec"] as const;

/** A format that collections can be written in. */
export type WrittenFormat = (typeof WRITTEN_FORMATS)[number];

/** How a collection is written. */
export interface ConvertOptions {
  /** Compresses every file and adds `.gz` to its name. */
  gzip?: boolean;
}

/** Throws `BAD_ARGUMENT` when there is already a file at or below `folder`. */
export async function convertCollection(
  files: Files,
  collection: Collection,
  folder: string,
  format: WrittenFormat,
  { gzip = false }: ConvertOptions = {},
): Promise<void> {
  if (await isOccupied(files, folder)) {
    throw badArgument(`${quote(folder)} exists already; a collection is written to a new folder`);
  }
  const all = new Map<string, Lines>();
  for (const [name, lines] of await contents(collection, format)) {
    all.set(joined(folder, gzip ? `${name}.gz` : name), lines);
  }
  await writeTogether(files, all);
}

/** Empty folders do not count: a conversion that failed leaves some. */
async function isOccupied(files: Files, path: string): Promise<boolean> {
  const kind = await files.kind(path);
  if (kind !== "folder") return kind === "file";
  return !(await isEmpty(filesBelow(files, path)));
}

type Contents = [name: string, lines: Lines][];

async function contents(collection: Collection, format: WrittenFormat): Promise<Contents> {
  if (!WRITTEN_FORMATS.includes(format)) {
    throw badArgument(
      `a collection can be written as ${WRITTEN_FORMATS.join(", ")}, got ${quote(String(format))}`,
    );
  }
  if (format === "beir") return beir(collection);
  const isTrec = format === "trec";
  const queries = isTrec ? "topics" : "queries";
  return [
    [`documents.${format}`, documentLines(collection.documents(), format)],
    ...collection.splits.map((split): [string, Lines] => [
      `${queries}.${split}.${format}`,
      queryLines(collection.queries(split), format),
    ]),
    ...(await judgements(collection, isTrec ? 4 : 3, (split) =>
      isTrec ? `qrels.${split}.txt` : `qrels.${split}.tsv`,
    )),
  ];
}

/** One file of queries for all splits, so that BEIR's own tools read it. */
async function beir(collection: Collection): Promise<Contents> {
  const answers = await judgements(collection, 3, (split) => `qrels/${split}.tsv`);
  // With other splits, `all` is what a reader of the folder makes of the rest.
  const others = answers.filter(([name]) => name !== "qrels/all.tsv");
  const unjudged = collection.splits.filter(
    (split) => split !== "all" && !answers.some(([name]) => name === `qrels/${split}.tsv`),
  );
  const contents: Contents = [["corpus.jsonl", documentLines(collection.documents(), "jsonl")]];
  if (collection.splits.length > unjudged.length) {
    const queries = distinctQueries(collection, unjudged);
    contents.push(["queries.jsonl", queryLines(queries, "jsonl")]);
  }
  for (const split of unjudged) {
    contents.push([`queries.${split}.jsonl`, queryLines(collection.queries(split), "jsonl")]);
  }
  return [...contents, ...(others.length > 0 ? others : answers)];
}

async function* distinctQueries(
  collection: Collection,
  without: readonly string[],
): AsyncGenerator<Query> {
  const seen = new Set<string>();
  for (const split of collection.splits) {
    if (without.includes(split)) continue;
    for await (const query of collection.queries(split)) {
      if (!seen.has(query.id)) yield query;
      seen.add(query.id);
    }
  }
}

/** Files of judgements for the splits that have any. */
async function judgements(
  collection: Collection,
  columns: 3 | 4,
  name: (split: string) => string,
): Promise<Contents> {
  const contents: Contents = [];
  for (const split of collection.splits) {
    if (await isEmpty(collection.judgements(split))) continue;
    contents.push([name(split), judgementLines(collection.judgements(split), { columns })]);
  }
  return contents;
}

async function isEmpty(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return false;
  return true;
}
