/** The kernels' search against the plain traversal on real collections: scores and ties to the last bit. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { openCollection } from "../../../src/collection/open-collection.ts";
import { buildIndex, IndexSnapshot } from "../../../src/index/index.ts";
import { BlockMaxSearch } from "../../../src/ranking/block-max/block-max-search.ts";
import { shareIndex } from "../../../src/ranking/block-max/shared-index.ts";
import { ranker } from "../../../src/ranking/index.ts";
import { documentAtATime } from "../../../src/ranking/traversal/document-at-a-time.ts";
import { MemoryDirectory } from "../../../src/storage/memory-directory.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";
import { openAnalyzer } from "../../../src/text/index.ts";

const collections = process.env.TERMWISE_COLLECTIONS ?? "";
const RANKERS = ["bm25", "bm25(k1=1.2,b=0.75,idf=rsj)", "lm", "lm-jm", "tfidf", "pl"];

test.each(["cranfield/beir", "vaswani/beir", "nfcorpus"])(
  "all rankers of single terms give %s the same results by kernels and without",
  async (path) => {
    const collection = await openCollection(new NodeFiles(), join(collections, path));
    const directory = new MemoryDirectory();
    await buildIndex(directory, collection.documents(), { forward: false, stored: false });
    const snapshot = await IndexSnapshot.open(directory);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const analyzer = await openAnalyzer(snapshot.settings.analysis);
    let compared = 0;
    for await (const { id, text } of collection.queries("test")) {
      const terms = analyzer.terms(text);
      for (const name of RANKERS) {
        const prepared = await ranker(name).prepare(snapshot, terms);
        for (const top of [10, 1000]) {
          const hits = search.search(prepared, { top });
          if (hits === undefined) expect(prepared.clauses.length).toBeGreaterThan(64);
          else expect(hits, `${name}, ${id}`).toEqual(documentAtATime(snapshot, prepared, { top }));
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThanOrEqual(93 * RANKERS.length);
  },
);
