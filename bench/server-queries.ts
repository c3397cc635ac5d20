/** The queries of bench/server.ts, as URLs of our server and of its peer. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PathProvider } from "./server-loads.ts";

/** A server under load. */
export type LoadTarget = "ours" | "theirs";

/** Texts of queries by number, repeating. */
export function readQueryTexts(collections: string): PathProvider {
  const lines = readFileSync(join(collections, "large/queries.tsv"), "utf8").trim().split("\n");
  const queries = lines.map((line) => line.slice(line.indexOf("\t") + 1));
  return (i) => queries[i % queries.length] as string;
}

/** The URL of each query. Ours return ten hits without totals, as theirs do. */
export function createQueryPaths(collections: string, target: LoadTarget): PathProvider {
  const query = readQueryTexts(collections);
  return target === "ours"
    ? (i) => `/indexes/mix/search?q=${encodeURIComponent(query(i))}&total=false&didYouMean=false`
    : (i) => `/search?q=${encodeURIComponent(query(i))}`;
}
