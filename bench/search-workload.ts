/**
 * The same work for every engine: the documents and queries of the large mix as
 * lines of index terms, cut by our analyzer once and kept in a folder.
 *
 * Line i of `documents.txt` is document i; line i of `queries.txt` is query i,
 * each term once, so that no engine's way with repeated terms shows. Queries
 * of which no term is known stay in: they are part of the work.
 */

import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Document } from "../src/collection/index.ts";
import { openAnalyzer } from "../src/text/index.ts";

export interface Workload {
  readonly folder: string;
  readonly documents: string;
  readonly queries: string;
  /** Every 20th query, for engines that take long. */
  readonly fewQueries: string;
  readonly documentCount: number;
}

const DOCUMENTS = 1_003_191;
const FEW = 20;

/** The first `count` documents of the large mix, numbered, for some of its ids come twice. */
export async function* mixDocuments(collections: string, count: number): AsyncGenerator<Document> {
  const source = createReadStream(join(collections, "large/mix.jsonl.gz")).pipe(createGunzip());
  let read = 0;
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
    if (read++ === count) return;
    const { title, text } = JSON.parse(line) as { title?: string; text: string };
    yield { id: String(read), text, ...(title === undefined ? {} : { title }) };
  }
}

/** Cuts the first `share` of the large mix into terms, unless that was done before. */
export async function prepareWorkload(
  collections: string,
  parent: string,
  share: number,
): Promise<Workload> {
  const documentCount = Math.round(DOCUMENTS * share);
  const folder = join(parent, `mix-${documentCount}`);
  mkdirSync(folder, { recursive: true });
  const [documents, queries, fewQueries] = ["documents.txt", "queries.txt", "few-queries.txt"].map(
    (name) => join(folder, name),
  ) as [string, string, string];
  const analyzer = await openAnalyzer();
  if (!existsSync(documents)) {
    await writeLines(documents, mixDocuments(collections, documentCount), ({ title, text }) =>
      analyzer.terms(title === undefined ? text : `${title}\n${text}`),
    );
  }
  if (!existsSync(fewQueries)) {
    const lines = (): AsyncIterable<string> =>
      createInterface({ input: createReadStream(join(collections, "large/queries.tsv")) });
    const terms = (line: string): readonly string[] => [
      ...new Set(analyzer.terms(line.slice(line.indexOf("\t") + 1))),
    ];
    await writeLines(queries, lines(), terms);
    await writeLines(fewQueries, every(FEW, lines()), terms);
  }
  return { folder, documents, queries, fewQueries, documentCount };
}

async function* every<T>(n: number, items: AsyncIterable<T>): AsyncGenerator<T> {
  let i = 0;
  for await (const item of items) if (i++ % n === 0) yield item;
}

async function writeLines<T>(
  path: string,
  items: AsyncIterable<T>,
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
