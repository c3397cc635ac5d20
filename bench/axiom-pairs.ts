/**
 * Which pairs of documents our relaxed axioms decide, and how: the input of
 * test/reference/ir-axioms-preferences.py, which asks ir_axioms about the same
 * pairs and counts agreement.
 *
 * Writes one JSON file: for each query its index terms with their idf, the
 * first documents of BM25 as index terms with their scores, and for each axiom
 * the preferences of all pairs (i < j) in the order (0,1), (0,2), …
 *
 * Run: npm run bench -- axiom-pairs wordnet:test pairs.json 60 12
 * (collection and split, file, queries, documents per query)
 */

import { mineQueries, TERM_PREFERENCES } from "../src/analysis/index.ts";
import { openDataset, parseCollectionSplit, readSplit } from "../src/collection/index.ts";
import { findPackage } from "../src/node.ts";
import { indexInMemory } from "../src/search/index.ts";
import { NodeFiles } from "../src/storage/node-files.ts";

/** The share that scores may differ by for LB1. */
const CLOSE = 0.1;

const [source = "wordnet:test", out = "pairs.json", count = "60", depth = "12"] =
  process.argv.slice(2);
const files = new NodeFiles();
const { collection: name, split } = parseCollectionSplit(source);
const collections = process.env.TERMWISE_COLLECTIONS;
const collection = await openDataset(files, name, { collections, findPackage });
const { snapshot, analyzer, searcher } = await indexInMemory(collection.documents());
const { queries } = await readSplit(collection, split);
const mined = await mineQueries({ snapshot, searcher, analyzer }, queries, {
  depth: Number(depth),
});

const records = await Promise.all(
  mined.slice(0, Number(count)).map(async ({ id, statistics: asked, documents }) => {
    const scores = await searcher.score(
      asked.query,
      documents.map((each) => snapshot.find(each.id) as number),
    );
    const pairs = documents.flatMap((_, i) =>
      documents.slice(i + 1).map((_, step) => [i, i + 1 + step] as const),
    );
    const preferences = TERM_PREFERENCES.map(({ id: axiom, prefer, needsCloseScores }) => {
      const decided = pairs.map(([i, j]) => {
        const [a, b] = [scores[i] as number, scores[j] as number];
        const isClose = Math.abs(a - b) <= CLOSE * Math.max(Math.abs(a), Math.abs(b));
        if (needsCloseScores === true && !isClose) return 0;
        return prefer(asked, documents[i]?.terms ?? [], documents[j]?.terms ?? []);
      });
      return [axiom, decided] as const;
    });
    return {
      id,
      query: asked.query,
      idf: Object.fromEntries(asked.query.map((term) => [term, asked.idf(term)])),
      documents: documents.map(({ id: document, terms }, i) => ({
        id: document,
        terms,
        score: scores[i],
      })),
      preferences: Object.fromEntries(preferences),
    };
  }),
);
await files.write(out, [new TextEncoder().encode(JSON.stringify(records))]);
await snapshot.close();
console.log(`${records.length} queries in ${out}`);
