/** The lists of an index in the kernels' memory, over many commits. */

import { describe, expect, test, vi } from "vitest";
import { STORES } from "../../../test/faults/stores.ts";
import { Random } from "../../common/random.ts";
import type { SharedHeap } from "../../common/threads/index.ts";
import { readCommit } from "../../index/commits/index.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { ranker } from "../naming/ranker-name.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { shareIndex } from "./shared-index.ts";

const ANALYSIS = { language: "other", stemmer: "none", stopWords: "none" } as const;
const RANKER = ranker("bm25");

/** The current commit, with its lists placed in the kernels' memory or copied to it. */
async function open(directory: Directory, isPlaced: boolean): Promise<IndexSnapshot> {
  const commit = await readCommit(directory);
  if (commit === undefined) throw new Error("no commit");
  return IndexSnapshot.openCommit(directory, commit, { isPlaced });
}

async function expectSame(snapshot: IndexSnapshot, random: Random): Promise<void> {
  const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
  for (let i = 0; i < 5; i++) {
    const terms = Array.from({ length: 1 + random.below(4) }, () => word(random));
    const prepared = await RANKER.prepare(snapshot, [...new Set(terms)]);
    const top = 1 + random.below(30);
    expect(search.search(prepared, { top })).toEqual(documentAtATime(snapshot, prepared, { top }));
  }
}

function word(random: Random): string {
  return `w${Math.floor(60 * random.uniform() ** 3)}`;
}

describe.each(STORES)("an index %s in the kernels' memory", (_, createStore) => {
  test("is searched correctly through 50 commits, and frees its memory", async () => {
    const directory = await createStore();
    const random = new Random(3);
    const writer = await IndexWriter.open(directory, { analysis: ANALYSIS });
    const [openSnapshots, heaps] = [[] as IndexSnapshot[], new Set<SharedHeap>()];
    let added = 0;
    for (let commit = 0; commit < 50; commit++) {
      for (let i = random.below(40); i >= 0; i--) {
        const text = Array.from({ length: random.below(30) }, () => word(random)).join(" ");
        await writer.add({ id: `d${added++}`, text });
      }
      for (let i = random.below(10); i > 0; i--) await writer.delete(`d${random.below(added)}`);
      await writer.commit();
      const snapshot = await open(directory, commit % 7 !== 3);
      openSnapshots.push(snapshot);
      if (snapshot.heap !== undefined) heaps.add(snapshot.heap);
      await expectSame(snapshot, random);
      // Old snapshots return the same, whatever reused the freed memory.
      await expectSame(openSnapshots[random.below(openSnapshots.length)] as IndexSnapshot, random);
      if (openSnapshots.length > 4) {
        await openSnapshots.splice(random.below(openSnapshots.length), 1)[0]?.close();
      }
    }
    await writer.close();
    expect(heaps.size).toBe(1);
    for (const snapshot of openSnapshots) await snapshot.close();
    for (const heap of heaps) expect(heap.allocatedBytes).toBe(0);
  });

  test("keeps the lists of a segment in place when a commit adds another", async () => {
    const directory = await createStore();
    const writer = await IndexWriter.open(directory, { analysis: ANALYSIS });
    await writer.add({ id: "a", text: "one two two" });
    await writer.commit();
    const before = await open(directory, true);
    const [oldSegment] = shareIndex(before).segments;
    await writer.add({ id: "b", text: "two three" });
    await writer.commit();
    await writer.close();
    const after = await open(directory, true);
    const [firstSegment, ...others] = shareIndex(after).segments;
    expect(others).toHaveLength(1);
    expect(firstSegment).toEqual({ ...oldSegment, classes: firstSegment?.classes });
    await before.close();
    await expectSame(after, new Random(1));
    await after.close();
  });

  test("cannot be searched once its snapshot is closed", async () => {
    const directory = await createStore();
    const writer = await IndexWriter.open(directory, { analysis: ANALYSIS });
    await writer.add({ id: "a", text: "one" });
    await writer.commit();
    await writer.close();
    const snapshot = await open(directory, true);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const prepared = await RANKER.prepare(snapshot, ["one"]);
    await snapshot.close();
    expect(() => search.search(prepared)).toThrow("the snapshot is closed");
  });
});

test("several searches run on one index where memory cannot be shared", async () => {
  vi.stubGlobal("SharedArrayBuffer", undefined);
  try {
    const directory = new MemoryDirectory();
    const random = new Random(5);
    const writer = await IndexWriter.open(directory, { analysis: ANALYSIS });
    for (let i = 0; i < 600; i++) {
      const text = Array.from({ length: random.below(30) }, () => word(random)).join(" ");
      await writer.add({ id: `d${i}`, text });
      if (i % 200 === 199) await writer.commit();
    }
    await writer.close();
    const snapshot = await open(directory, true);
    expect(snapshot.heap).toBeUndefined();
    const [one, other] = [0, 1].map(() => new BlockMaxSearch(shareIndex(snapshot), snapshot));
    for (let i = 0; i < 20; i++) {
      const prepared = await RANKER.prepare(snapshot, [...new Set([word(random), word(random)])]);
      const expected = documentAtATime(snapshot, prepared, { top: 20 });
      expect(one?.search(prepared, { top: 20 })).toEqual(expected);
      expect(other?.search(prepared, { top: 20 })).toEqual(expected);
    }
    await snapshot.close();
  } finally {
    vi.unstubAllGlobals();
  }
});

test("the kernels' memory keeps its size through commits that replace documents", async () => {
  const directory = new MemoryDirectory();
  const random = new Random(27);
  const writer = await IndexWriter.open(directory, { analysis: ANALYSIS });
  const createDocument = (i: number) => {
    const text = Array.from({ length: 5 + random.below(20) }, () => word(random)).join(" ");
    return { id: `d${i}`, text };
  };
  await writer.addAll(Array.from({ length: 20_000 }, (_, i) => createDocument(i)));
  await writer.commit();
  const sizes: number[] = [];
  let before: IndexSnapshot | undefined;
  for (let commit = 0; commit < 60; commit++) {
    const ids = Array.from({ length: 10 }, (_, i) => (10 * commit + i) % 500);
    for (const id of ids) await writer.update(createDocument(id));
    await writer.commit();
    // As a reader that changes to the newest commit between two searches.
    const snapshot = await open(directory, true);
    await before?.close();
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    expect(search.search(await RANKER.prepare(snapshot, ["w1", "w2"]))?.documents.length).toBe(10);
    sizes.push(snapshot.heap?.memory.buffer.byteLength ?? 0);
    before = snapshot;
  }
  await before?.close();
  await writer.close();
  const [first = 0, largest] = [sizes[0], Math.max(...sizes)];
  expect(first).toBeGreaterThan(0);
  expect(largest, sizes.join(" ")).toBeLessThanOrEqual(1.1 * first);
});
