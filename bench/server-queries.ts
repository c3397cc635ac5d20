/** The queries of bench/server.ts, as addresses of our server and of its peer. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PathProvider } from "./server-loads.ts";

/** A server that is asked. */
export type LoadTarget = "ours" | "theirs";

/** Texts of queries, by number, again and again. */
export function readQueryTexts(collections: string): PathProvider {
  const lines = readFileSync(join(collections, "large/queries.tsv"), "utf8").trim().split("\n");
  const queries = lines.map((line) => line.slice(line.indexOf("\t") + 1));
  return (i) => queries[i % queries.length] as string;
}

/** The address of each query. Ours are ten hits without totals, as theirs are. */
export function createQueryPaths(collections: string, target: LoadTarget): PathProvider {
  const query = readQueryTexts(collections);
  return target === "ours"
    ? (i) => `/indexes/mix/search?q=${encodeURIComponent(query(i))}&total=false&didYouMean=false`
    : (i) => `/search?q=${encodeURIComponent(query(i))}`;
}
