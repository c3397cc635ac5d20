/**
 * R3 of the promises: the results of an open snapshot do not change while a writer adds, deletes,
 * commits and merges; and no file is left over at the end. FAULT_SECONDS sets how long.
 */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { IndexWriter } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../../src/index/snapshots/index-view.ts";
import { STORES } from "./stores.ts";
import { findStrayFiles, OPTIONS } from "./workload.ts";

const SECONDS = Number(process.env.FAULT_SECONDS ?? 5);

test.each(STORES)(
  `four readers see unchanging snapshots for ${SECONDS} s of writing %s`,
  async (_, fresh) => {
    const directory = await fresh();
    const writer = await IndexWriter.open(directory, { ...OPTIONS, durability: "none" });
    await writer.add({ id: "first", text: "w0 w1" });
    await writer.commit();
    const end = performance.now() + 1000 * SECONDS;
    let commits = 0;
    let searches = 0;

    /** On a busy machine it goes on until enough has happened. */
    const isDone = (): boolean => performance.now() >= end && commits > 10 && searches > 1000;

    async function write(): Promise<void> {
      const random = new Random(3);
      for (; !isDone(); commits++) {
        for (let i = random.below(20); i > 0; i--) {
          const id = `d${random.below(200)}`;
          if (random.below(3) === 0) await writer.delete(id);
          else await writer.update({ id, text: `w${random.below(9)} w${random.below(99)}` });
        }
        if (random.below(10) === 0) await writer.merge();
        await writer.commit();
        await new Promise((resolve) => setImmediate(resolve)); // lets the readers' timers run
      }
    }

    async function read(seed: number): Promise<void> {
      const random = new Random(seed);
      while (!isDone()) {
        const snapshot = await IndexSnapshot.open(directory);
        const first = await collectResults(snapshot);
        for (let again = random.below(6); again >= 0; again--) {
          await new Promise((resolve) => setTimeout(resolve, random.below(5)));
          expect(await collectResults(snapshot)).toEqual(first);
          searches += first.length;
        }
        await snapshot.close();
      }
    }
    await Promise.all([write(), ...[1, 2, 3, 4].map(read)]);
    await writer.close();
    expect(await findStrayFiles(directory)).toEqual([]);
  },
  240_000 + 1000 * SECONDS,
);

/** The results of 50 queries, with tokens and fields that are read late. */
async function collectResults(snapshot: IndexSnapshot): Promise<unknown[]> {
  const results: unknown[] = [snapshot.documentCount, snapshot.totalLength];
  for (let word = 0; word < 50; word++) {
    const cursor = snapshot.postings(`w${word}`);
    results.push(snapshot.term(`w${word}`));
    while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
      results.push(cursor.document, cursor.frequency);
      if (cursor.document % 10 === 0) {
        results.push(await snapshot.readStoredFields(cursor.document));
        results.push(await snapshot.readTokens(cursor.document));
      }
    }
  }
  return results;
}
