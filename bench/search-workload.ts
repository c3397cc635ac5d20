/**
 * The same work for every engine: the documents and queries of a collection as lines of index
 * terms, analysed once and cached in a folder. A workload is `mix-<documents>`, the first documents
 * of the large mix, or a named collection of the command line, with the queries of its test split.
 *
 * Line i of `documents.txt` is document i; line i of `queries.txt` is query i, each term once, so
 * that the treatment of repeated terms does not matter. Queries without a known term are kept.
 */

import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { type Collection, type Document, openDataset } from "../src/collection/index.ts";
import { NodeFiles } from "../src/node.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { findDataPackage } from "./data-package.ts";
import { countVocabulary, recombineDocuments, type SourceDocument } from "./recombine-documents.ts";

export interface Workload {
  readonly name: string;
  readonly documentCount: number;
  readonly folder: string;
  readonly documents: string;
  readonly queries: string;
  /** At most 349 of them, for slow engines. */
  readonly fewQueries: string;
}

const DOCUMENTS = 1_003_191;
const MAX_FEW_QUERIES = 349;

/**
 * The first `count` documents of the large mix, numbered because some ids occur twice; where it
 * has fewer, then others made of its texts (recombine-documents.ts).
 */
export async function* readMixDocuments(
  collections: string,
  count: number,
): AsyncGenerator<Document> {
  const isLarger = count > DOCUMENTS;
  const mix: SourceDocument[] = [];
  let read = 0;
  for await (const document of readMix(collections)) {
    if (read++ === count) return;
    if (isLarger) mix.push(document);
    yield toDocument(read, document);
  }
  if (!isLarger) return;
  const vocabulary = countVocabulary(mix);
  for (let round = 2; read < count; round++) {
    for (const document of recombineDocuments(mix, vocabulary, { round })) {
      if (read++ === count) return;
      yield toDocument(read, document);
    }
  }
}

async function* readMix(collections: string): AsyncGenerator<SourceDocument> {
  const source = createReadStream(join(collections, "large/mix.jsonl.gz")).pipe(createGunzip());
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
    const {
      _id,
      title = "",
      text,
    } = JSON.parse(line) as {
      _id: string;
      title?: string;
      text: string;
    };
    yield { source: _id.split("-", 1)[0] as string, title, text };
  }
}

function toDocument(number: number, { title, text }: SourceDocument): Document {
  return { id: String(number), text, ...(title === "" ? {} : { title }) };
}

/** The documents of a workload, by its name. */
export async function* readWorkloadDocuments(
  collections: string,
  name: string,
): AsyncGenerator<Document> {
  const count = /^mix-(\d+)$/.exec(name)?.[1];
  if (count !== undefined) yield* readMixDocuments(collections, Number(count));
  else yield* (await openNamedCollection(collections, name)).documents();
}

async function readWorkloadQueries(collections: string, name: string): Promise<string[]> {
  const texts: string[] = [];
  if (name.startsWith("mix-")) {
    const input = createReadStream(join(collections, "large/queries.tsv"));
    for await (const line of createInterface({ input })) {
      texts.push(line.slice(line.indexOf("\t") + 1));
    }
  } else {
    const collection = await openNamedCollection(collections, name);
    for await (const { text } of collection.queries("test")) texts.push(text);
  }
  return texts;
}

function openNamedCollection(collections: string, name: string): Promise<Collection> {
  return openDataset(new NodeFiles(), name, { collections, findPackage: findDataPackage });
}

/** Analyses the documents and queries of a workload, unless they are cached. */
export async function prepareWorkload(
  collections: string,
  parent: string,
  name: string,
): Promise<Workload> {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const [documents, queries, fewQueries] = ["documents.txt", "queries.txt", "few-queries.txt"].map(
    (file) => join(folder, file),
  ) as [string, string, string];
  const analyzer = await openAnalyzer();
  if (!existsSync(documents)) {
    await writeLines(documents, readWorkloadDocuments(collections, name), ({ title, text }) =>
      analyzer.terms(title === undefined ? text : `${title}\n${text}`),
    );
  }
  if (!existsSync(fewQueries)) {
    const texts = await readWorkloadQueries(collections, name);
    const step = Math.ceil(texts.length / MAX_FEW_QUERIES);
    const terms = (text: string): readonly string[] => [...new Set(analyzer.terms(text))];
    await writeLines(queries, texts, terms);
    const few = texts.filter((_, i) => i % step === 0);
    await writeLines(fewQueries, few, terms);
  }
  const documentCount = name.startsWith("mix-")
    ? Number(name.slice(4))
    : readFileSync(documents, "utf8").split("\n").length - 1;
  return { name, documentCount, folder, documents, queries, fewQueries };
}

/** The first `share` of the large mix; above 1, more documents made of its texts. */
export function toMixName(share: number): string {
  return `mix-${Math.round(DOCUMENTS * share)}`;
}

async function writeLines<T>(
  path: string,
  items: AsyncIterable<T> | Iterable<T>,
  terms: (item: T) => readonly string[],
): Promise<void> {
  const out = createWriteStream(`${path}.unfinished`);
  for await (const item of items) {
    if (!out.write(`${terms(item).join(" ")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(`${path}.unfinished`, path);
}
