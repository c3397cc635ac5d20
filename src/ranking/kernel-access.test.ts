import { afterAll, beforeAll, expect, test } from "vitest";
import { IndexWriter } from "../index/index-writer.ts";
import { IndexSnapshot } from "../index/snapshots/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { KernelAccess } from "./kernel-access.ts";
import { Searcher } from "./searcher.ts";

let snapshot: IndexSnapshot;

beforeAll(async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { durability: "none" });
  for (let i = 0; i < 50; i++) await writer.add({ id: `d${i}`, text: `river ${i % 7} stone` });
  await writer.commit();
  await writer.close();
  snapshot = await IndexSnapshot.open(directory);
});

afterAll(() => snapshot.close());

function countPlainSearches(minDocuments: number): number {
  const kernels = new KernelAccess(snapshot, { shared: undefined, minDocuments });
  let searches = 0;
  for (; searches < 1000 && !kernels.isUsed; searches++) kernels.count();
  return searches;
}

test("a small index is searched by the kernels once it has been searched often", () => {
  expect(countPlainSearches(10_000)).toBe(250);
  expect(countPlainSearches(50)).toBe(0);
  expect(countPlainSearches(Infinity)).toBe(1000);
});

test("rankings and totals stay the same when the kernels take over", async () => {
  const searcher = new Searcher(snapshot, { kernelsFrom: 10_000 });
  const plain = new Searcher(snapshot, { kernelsFrom: Infinity });
  const expected = await plain.rank(["river", "3"], { top: 4 });
  for (let i = 0; i < 300; i++) {
    const { documents, scores } = await searcher.rank(["river", "3"], { top: 4 });
    expect([...documents]).toEqual([...expected.documents]);
    expect([...scores]).toEqual([...expected.scores]);
  }
});
