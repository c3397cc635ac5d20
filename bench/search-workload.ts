/**
 * The same work for every engine: the documents and queries of a collection as
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
import { openAnalyzer } from "../src/text/index.ts";

export interface Workload {
  readonly documents: string;
  readonly queries: string;
  readonly documentCount: number;
}

/** Cuts the first `share` of the large mix into terms, unless that was done before. */
export async function prepareWorkload(
  collections: string,
  folder: string,
  share: number,
): Promise<Workload> {
  const documentCount = Math.round(1_003_191 * share);
  const place = join(folder, `mix-${documentCount}`);
  mkdirSync(place, { recursive: true });
  const workload = {
    documents: join(place, "documents.txt"),
    queries: join(place, "queries.txt"),
    documentCount,
  };
  const analyzer = await openAnalyzer();
  if (!existsSync(workload.documents)) {
    const source = createReadStream(join(collections, "large/mix.jsonl.gz")).pipe(createGunzip());
    await writeLines(workload.documents, source, documentCount, (line) => {
      const { title, text } = JSON.parse(line) as { title?: string; text: string };
      return [...analyzer.terms(title ?? ""), ...analyzer.terms(text)];
    });
  }
  if (!existsSync(workload.queries)) {
    const source = createReadStream(join(collections, "large/queries.tsv"));
    await writeLines(workload.queries, source, Infinity, (line) => [
      ...new Set(analyzer.terms(line.slice(line.indexOf("\t") + 1))),
    ]);
  }
  return workload;
}

async function writeLines(
  path: string,
  source: NodeJS.ReadableStream,
  limit: number,
  terms: (line: string) => readonly string[],
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const out = createWriteStream(unfinished);
  let count = 0;
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
    if (count++ >= limit) break;
    // Terms of other scripts may hold what an engine takes for a space.
    const text = terms(line)
      .map((term) => term.replaceAll(/\s/gu, "_"))
      .join(" ");
    if (!out.write(`${text}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(unfinished, path);
}
