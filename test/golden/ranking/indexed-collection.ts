/** Test collections, indexed in memory, for golden tests of ranking. */

import { join } from "node:path";
import { openCollection } from "../../../src/collection/open-collection.ts";
import type { Judgements, Ranking, Run } from "../../../src/collection/run.ts";
import { parseRanker } from "../../../src/ranking/naming/ranker-name.ts";
import type { QueryAnalyzer } from "../../../src/ranking/query-analyzer.ts";
import { Searcher } from "../../../src/ranking/searcher.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";
import { MemoryIndex, type TermDocument } from "../../oracle/memory-index.ts";

const collections = process.env.TERMWISE_COLLECTIONS ?? "";

export interface IndexedCollection {
  readonly documents: readonly TermDocument[];
  readonly view: MemoryIndex;
  readonly queries: ReadonlyMap<string, readonly string[]>;
  readonly judgements: Judgements;
}

/** Positions count every surface token, as in the index on storage. */
export async function indexCollection(
  path: string,
  split: string,
  analyzer: QueryAnalyzer,
  { withEmpty = true }: { withEmpty?: boolean } = {},
): Promise<IndexedCollection> {
  const collection = await openCollection(new NodeFiles(), join(collections, path));
  const documents: TermDocument[] = [];
  for await (const { id, title = "", text } of collection.documents()) {
    const terms: string[] = [];
    const positions: number[] = [];
    for (const [position, token] of analyzer.tokenise(`${title} ${text}`).entries()) {
      const term = analyzer.term(token.text);
      if (term === undefined) continue;
      terms.push(term);
      positions.push(position);
    }
    if (withEmpty || terms.length > 0) documents.push({ id, terms, positions });
  }
  const queries = new Map<string, readonly string[]>();
  for await (const { id, text } of collection.queries(split)) queries.set(id, analyzer.terms(text));
  const judgements = new Map<string, Map<string, number>>();
  for await (const { query, document, grade } of collection.judgements(split)) {
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(document, grade));
  }
  return { documents, view: new MemoryIndex(documents), queries, judgements };
}

/** The hits of a ranker for all queries, 1,000 documents each. */
export async function rankCollection(
  { view, queries }: Pick<IndexedCollection, "view" | "queries">,
  ranker: string,
): Promise<Run> {
  const searcher = new Searcher(view);
  const rankings = new Map<string, Ranking>();
  for (const [query, terms] of queries) {
    const { documents, scores } = await searcher.rank(terms, { ranker, top: 1000 });
    rankings.set(query, { documents: [...documents].map((document) => view.id(document)), scores });
  }
  return { name: parseRanker(ranker).name, rankings };
}
