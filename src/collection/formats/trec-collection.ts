/**
 * A TREC collection: a file of `<DOC>`s, or a folder with such files at any depth, with optional
 * topics and judgements (also in folders named `topics` and `qrels`). All are detected by their
 * content; other files, such as the readme files of the discs, are skipped.
 *
 * Topics and judgements are paired by their names without words like topics, qrels and txt:
 * `topics.51-100.txt` with `qrels.51-100.txt`. If they do not all pair, all of them are one split,
 * `all`.
 */

import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection, type QuerySet } from "../create-collection.ts";
import type { Document, Judgement, Query } from "../document.ts";
import { type ContentType, detectContent } from "./detect-content.ts";
import { streamJudgements } from "./judgements-file.ts";
import { getBaseName, joinPath, listFiles, listVisibleFiles } from "./paths.ts";
import { streamTrecDocuments } from "./trec-documents.ts";
import { streamTrecTopics, type TopicOptions } from "./trec-topics.ts";

export async function openTrec(
  files: Files,
  path: string,
  options: TopicOptions = {},
): Promise<Collection> {
  const isFolder = (await files.kind(path)) === "folder";
  return createCollection({
    name: getBaseName(path),
    format: "trec",
    documents: () =>
      isFolder
        ? streamFolderDocuments(files, path, options)
        : streamTrecDocuments(files, path, options),
    ...(isFolder && { querySets: await findQuerySets(files, path, options) }),
  });
}

async function* streamFolderDocuments(
  files: Files,
  folder: string,
  options: TopicOptions,
): AsyncGenerator<Document> {
  for await (const path of listVisibleFiles(files, folder)) {
    if ((await detectContent(files, path)) === "trec-documents") {
      yield* streamTrecDocuments(files, path, options);
    }
  }
}

async function findQuerySets(
  files: Files,
  folder: string,
  options: TopicOptions,
): Promise<Map<string, QuerySet>> {
  const pathsByContent = new Map<string, string[]>();
  for (const subfolder of [folder, joinPath(folder, "topics"), joinPath(folder, "qrels")]) {
    for (const name of await listFiles(files, subfolder)) {
      const path = joinPath(subfolder, name);
      const content = await detectContent(files, path);
      pathsByContent.set(content, [...(pathsByContent.get(content) ?? []), path]);
    }
  }
  const all = (content: ContentType): string[] => pathsByContent.get(content) ?? [];
  return pairBySplit(files, all("trec-topics"), all("judgements"), options);
}

function pairBySplit(
  files: Files,
  topics: readonly string[],
  qrels: readonly string[],
  options: TopicOptions,
): Map<string, QuerySet> {
  if (topics.length === 0) return new Map();
  const splits = new Map(topics.map((path) => [parseSplitName(path), [path]]));
  const qrelsBySplit = new Map(qrels.map((path) => [parseSplitName(path), [path]]));
  const pairs =
    splits.size === topics.length &&
    qrelsBySplit.size === qrels.length &&
    [...qrelsBySplit.keys()].every((split) => splits.has(split));
  const set = (topics: readonly string[], qrels: readonly string[]): QuerySet => ({
    queries: () => chainFiles<Query>(topics, (path) => streamTrecTopics(files, path, options)),
    judgements: () =>
      chainFiles<Judgement>(qrels, (path) => streamJudgements(files, path, options)),
  });
  if (!pairs) return new Map([["all", set(topics, qrels)]]);
  return new Map(
    [...splits].map(([split, paths]) => [split, set(paths, qrelsBySplit.get(split) ?? [])]),
  );
}

async function* chainFiles<T>(
  paths: readonly string[],
  read: (path: string) => AsyncIterable<T>,
): AsyncGenerator<T> {
  for (const path of paths) yield* read(path);
}

const COMMON_WORDS = /^(topics?|quer(y|ies)|qrels?|text|trec|txt|tsv|sgml|xml|gz|z)$/;

/** The part of a file name beyond the kind of file; `all` if there is none. */
function parseSplitName(path: string): string {
  const words = getBaseName(path).toLowerCase().split(/[._-]/);
  return words.filter((word) => !COMMON_WORDS.test(word)).join("-") || "all";
}
