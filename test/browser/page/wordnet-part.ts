/**
 * A part of WordNet that is small enough to learn from in seconds: some thousand definitions, and
 * queries whose related senses are among them. As files: documents for `termwise index`, judgements
 * and queries in TREC formats.
 */

import { createRequire } from "node:module";
import { dirname } from "node:path";
import { openDataset } from "../../../src/collection/index.ts";
import type { SearchDocument } from "../../../src/search/index.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";

/** Number of queries, and of documents per query. */
const QUERIES = 160;
const EVERY = 40;

export interface WordnetPart {
  readonly documents: readonly SearchDocument[];
  /** TREC qrels. */
  readonly qrels: string;
  /** Lines of an id, a tab and a text. */
  readonly queries: string;
  /** The text of one of the queries. */
  readonly someQuery: string;
}

/** Reads the part. The document of a query itself is excluded, because it would always be first. */
export async function readWordnetPart(): Promise<WordnetPart> {
  const collection = await openDataset(new NodeFiles(), "wordnet", {
    findPackage: async (name) =>
      dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)),
  });
  const relevant = new Map<string, string[]>();
  for await (const { query, document, grade } of collection.judgements("train")) {
    if (grade > 0) relevant.set(query, [...(relevant.get(query) ?? []), document]);
  }
  const step = Math.floor(relevant.size / QUERIES);
  const chosen = new Map([...relevant].filter((_, i) => i % step === 0).slice(0, QUERIES));
  const relevantIds = new Set([...chosen.values()].flat());
  const documents: SearchDocument[] = [];
  let position = 0;
  for await (const { id, title, text } of collection.documents()) {
    const isFiller = position++ % EVERY === 0;
    if (!relevantIds.has(id) && (!isFiller || chosen.has(id))) continue;
    documents.push({ id, title, text, part: PARTS[id.slice(0, 1)] ?? "other" });
  }
  const texts: string[] = [];
  const lines: string[] = [];
  for await (const { id, text } of collection.queries("train")) {
    if (!chosen.has(id)) continue;
    texts.push(`${id}\t${text}`);
    for (const document of chosen.get(id) ?? []) lines.push(`${id} 0 ${document} 1`);
  }
  const someQuery = texts[7]?.split("\t")[1] ?? "";
  return { documents, qrels: `${lines.join("\n")}\n`, queries: `${texts.join("\n")}\n`, someQuery };
}

/** The part of speech that the first letter of an id names. */
const PARTS: Readonly<Record<string, string>> = {
  n: "noun",
  v: "verb",
  a: "adjective",
  s: "adjective",
  r: "adverb",
};
