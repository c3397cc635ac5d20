/**
 * A TREC collection: a file of `<DOC>`s, or a folder with such files at any
 * depth, beside which topics and judgements may stand (also in folders named
 * `topics` and `qrels`). All are told by their content; other files, such as
 * the readme files of the discs, are passed over.
 *
 * Topics and judgements pair by what is left of their names without words like
 * topics, qrels and txt: `topics.51-100.txt` with `qrels.51-100.txt`. If they
 * do not all pair, all of them are one split, `all`.
 */

import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import type { Document, Judgement, Query } from "../document.ts";
import { collectionOf, type QuerySet } from "../query-set.ts";
import { type Content, contentOf } from "./content.ts";
import { judgementsIn } from "./judgements-file.ts";
import { baseName, filesBelow, filesIn, joined } from "./paths.ts";
import { trecDocuments } from "./trec-documents.ts";
import { type TopicOptions, trecTopics } from "./trec-topics.ts";

export async function openTrec(
  files: Files,
  path: string,
  options: TopicOptions = {},
): Promise<Collection> {
  const isFolder = (await files.kind(path)) === "folder";
  return collectionOf({
    name: baseName(path),
    format: "trec",
    documents: () =>
      isFolder ? documentsBelow(files, path, options) : trecDocuments(files, path, options),
    ...(isFolder && { querySets: await querySets(files, path, options) }),
  });
}

async function* documentsBelow(
  files: Files,
  folder: string,
  options: TopicOptions,
): AsyncGenerator<Document> {
  for await (const path of filesBelow(files, folder)) {
    if ((await contentOf(files, path)) === "trec-documents") {
      yield* trecDocuments(files, path, options);
    }
  }
}

async function querySets(
  files: Files,
  folder: string,
  options: TopicOptions,
): Promise<Map<string, QuerySet>> {
  const found = new Map<string, string[]>();
  for (const place of [folder, joined(folder, "topics"), joined(folder, "qrels")]) {
    for (const name of await filesIn(files, place)) {
      const path = joined(place, name);
      const content = await contentOf(files, path);
      found.set(content, [...(found.get(content) ?? []), path]);
    }
  }
  const all = (content: Content): string[] => found.get(content) ?? [];
  return paired(files, all("trec-topics"), all("judgements"), options);
}

function paired(
  files: Files,
  topics: readonly string[],
  qrels: readonly string[],
  options: TopicOptions,
): Map<string, QuerySet> {
  if (topics.length === 0) return new Map();
  const splits = new Map(topics.map((path) => [splitName(path), [path]]));
  const answers = new Map(qrels.map((path) => [splitName(path), [path]]));
  const pairs =
    splits.size === topics.length &&
    answers.size === qrels.length &&
    [...answers.keys()].every((split) => splits.has(split));
  const set = (topics: readonly string[], qrels: readonly string[]): QuerySet => ({
    queries: () => inTurn<Query>(topics, (path) => trecTopics(files, path, options)),
    judgements: () => inTurn<Judgement>(qrels, (path) => judgementsIn(files, path, options)),
  });
  if (!pairs) return new Map([["all", set(topics, qrels)]]);
  return new Map(
    [...splits].map(([split, paths]) => [split, set(paths, answers.get(split) ?? [])]),
  );
}

async function* inTurn<T>(
  paths: readonly string[],
  read: (path: string) => AsyncIterable<T>,
): AsyncGenerator<T> {
  for (const path of paths) yield* read(path);
}

const COMMON_WORDS = /^(topics?|quer(y|ies)|qrels?|text|trec|txt|tsv|sgml|gz)$/;

/** What a file name says beyond the kind of file it is; `all` when it says nothing. */
function splitName(path: string): string {
  const words = baseName(path).toLowerCase().split(/[._-]/);
  return words.filter((word) => !COMMON_WORDS.test(word)).join("-") || "all";
}
