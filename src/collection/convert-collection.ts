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
 * lines. Documents to exclude from a query's answers survive only in JSON.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { Collection } from "./collection.ts";
import type { Query } from "./document.ts";
import { documentJson, queryJson } from "./json-lines.ts";
import { judgementLines } from "./judgements-file.ts";
import { filesBelow, joined } from "./paths.ts";
import { documentTable, queryTable } from "./table.ts";
import { documentSgml } from "./trec-documents.ts";
import { querySgml } from "./trec-topics.ts";
import { type Lines, writeTogether } from "./written-lines.ts";

/** Formats a collection can be written in. */
export const WRITTEN_FORMATS = ["beir", "jsonl", "tsv", "trec"] as const;

export type WrittenFormat = (typeof WRITTEN_FORMATS)[number];

export interface ConvertOptions {
  /** Packs every file and adds `.gz` to its name. */
  gzip?: boolean;
}

/** `BAD_ARGUMENT` when there is a file at or below `folder` already. */
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
  switch (format) {
    case "beir":
      return beir(collection);
    case "jsonl":
      return [
        ["documents.jsonl", mapped(collection.documents(), documentJson)],
        ...perSplit(collection, (split, queries) => [
          `queries.${split}.jsonl`,
          mapped(queries, queryJson),
        ]),
        ...(await judgements(collection, 3, (split) => `qrels.${split}.tsv`)),
      ];
    case "tsv":
      return [
        ["documents.tsv", documentTable(collection.documents(), "tab")],
        ...perSplit(collection, (split, queries) => [
          `queries.${split}.tsv`,
          queryTable(queries, "tab"),
        ]),
        ...(await judgements(collection, 3, (split) => `qrels.${split}.tsv`)),
      ];
    case "trec":
      return [
        ["documents.trec", mapped(collection.documents(), documentSgml)],
        ...perSplit(collection, (split, queries) => [
          `topics.${split}.trec`,
          mapped(queries, querySgml),
        ]),
        ...(await judgements(collection, 4, (split) => `qrels.${split}.txt`)),
      ];
    default:
      throw badArgument(
        `a collection can be written as ${WRITTEN_FORMATS.join(", ")}, got ${quote(String(format))}`,
      );
  }
}

/** One file of queries for all splits, so that BEIR's own tools read it. */
async function beir(collection: Collection): Promise<Contents> {
  const answers = await judgements(collection, 3, (split) => `qrels/${split}.tsv`);
  // With other splits, `all` is what a reader of the folder makes of the rest.
  const others = answers.filter(([name]) => name !== "qrels/all.tsv");
  const unjudged = collection.splits.filter(
    (split) => split !== "all" && !answers.some(([name]) => name === `qrels/${split}.tsv`),
  );
  return [
    ["corpus.jsonl", mapped(collection.documents(), documentJson)],
    ...(collection.splits.length > unjudged.length
      ? [["queries.jsonl", mapped(distinctQueries(collection, unjudged), queryJson)] as const]
      : []),
    ...unjudged.map(
      (split) => [`queries.${split}.jsonl`, mapped(collection.queries(split), queryJson)] as const,
    ),
    ...(others.length > 0 ? others : answers),
  ] as Contents;
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

function perSplit(
  collection: Collection,
  file: (split: string, queries: AsyncIterable<Query>) => [string, Lines],
): Contents {
  return collection.splits.map((split) => file(split, collection.queries(split)));
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

async function* mapped<T>(
  items: AsyncIterable<T>,
  line: (item: T) => string,
): AsyncGenerator<string> {
  for await (const item of items) yield line(item);
}
