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
import { formatDocuments, formatQueries } from "./formats/format-writers.ts";
import { formatJudgements } from "./formats/judgements-file.ts";
import { joinPath, listVisibleFiles } from "./formats/paths.ts";
import { type Lines, writeAllOrNothing } from "./formats/write-lines.ts";

/** Formats a collection can be written in. */
export const OUTPUT_FORMATS = ["beir", "jsonl", "tsv", "trec"] as const;

/** A format that collections can be written in. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** How a collection is written. */
export interface ConvertOptions {
  /** Compresses every file and adds `.gz` to its name. */
  gzip?: boolean;
}

/** Fails with `BAD_ARGUMENT` if there is already a file at or below `folder`. */
export async function convertCollection(
  files: Files,
  collection: Collection,
  folder: string,
  format: OutputFormat,
  { gzip = false }: ConvertOptions = {},
): Promise<void> {
  if (await isOccupied(files, folder)) {
    throw badArgument(`${quote(folder)} exists already; a collection is written to a new folder`);
  }
  const all = new Map<string, Lines>();
  for (const [name, lines] of await createContents(collection, format)) {
    all.set(joinPath(folder, gzip ? `${name}.gz` : name), lines);
  }
  await writeAllOrNothing(files, all);
}

/** Empty folders do not count, because a failed conversion leaves some. */
async function isOccupied(files: Files, path: string): Promise<boolean> {
  const kind = await files.kind(path);
  if (kind !== "folder") return kind === "file";
  return !(await isEmpty(listVisibleFiles(files, path)));
}

type Contents = [name: string, lines: Lines][];

async function createContents(collection: Collection, format: OutputFormat): Promise<Contents> {
  if (!OUTPUT_FORMATS.includes(format)) {
    throw badArgument(
      `a collection can be written as ${OUTPUT_FORMATS.join(", ")}, got ${quote(String(format))}`,
    );
  }
  if (format === "beir") return createBeirContents(collection);
  const isTrec = format === "trec";
  const queries = isTrec ? "topics" : "queries";
  return [
    [`documents.${format}`, formatDocuments(collection.documents(), format)],
    ...collection.splits.map((split): [string, Lines] => [
      `${queries}.${split}.${format}`,
      formatQueries(collection.queries(split), format),
    ]),
    ...(await createJudgementFiles(collection, isTrec ? 4 : 3, (split) =>
      isTrec ? `qrels.${split}.txt` : `qrels.${split}.tsv`,
    )),
  ];
}

/** One file of queries for all splits, so that BEIR's own tools read it. */
async function createBeirContents(collection: Collection): Promise<Contents> {
  const judgementFiles = await createJudgementFiles(collection, 3, (split) => `qrels/${split}.tsv`);
  // With other splits, a reader of the folder builds `all` from the rest.
  const others = judgementFiles.filter(([name]) => name !== "qrels/all.tsv");
  const unjudged = collection.splits.filter(
    (split) => split !== "all" && !judgementFiles.some(([name]) => name === `qrels/${split}.tsv`),
  );
  const contents: Contents = [["corpus.jsonl", formatDocuments(collection.documents(), "jsonl")]];
  if (collection.splits.length > unjudged.length) {
    const queries = streamDistinctQueries(collection, unjudged);
    contents.push(["queries.jsonl", formatQueries(queries, "jsonl")]);
  }
  for (const split of unjudged) {
    contents.push([`queries.${split}.jsonl`, formatQueries(collection.queries(split), "jsonl")]);
  }
  return [...contents, ...(others.length > 0 ? others : judgementFiles)];
}

async function* streamDistinctQueries(
  collection: Collection,
  without: readonly string[],
): AsyncGenerator<Query> {
  const seenIds = new Set<string>();
  for (const split of collection.splits) {
    if (without.includes(split)) continue;
    for await (const query of collection.queries(split)) {
      if (!seenIds.has(query.id)) yield query;
      seenIds.add(query.id);
    }
  }
}

/** Files of judgements for the splits that have any. */
async function createJudgementFiles(
  collection: Collection,
  columns: 3 | 4,
  name: (split: string) => string,
): Promise<Contents> {
  const contents: Contents = [];
  for (const split of collection.splits) {
    if (await isEmpty(collection.judgements(split))) continue;
    contents.push([name(split), formatJudgements(collection.judgements(split), { columns })]);
  }
  return contents;
}

async function isEmpty(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return false;
  return true;
}
