/** Segments that are opened twice are in memory once. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ExchangeClient } from "../../../apps/server/engine/exchange-client.ts";
import { type ExchangeAnswer, MemoryBroker } from "../../../apps/server/engine/memory-broker.ts";
import { createTemporaryFolder } from "../../../test/temporary-folder.ts";
import { setMemoryExchange } from "../../common/threads/index.ts";
import { NodeDirectory } from "../../storage/node-directory.ts";
import { readCommit } from "../commits/index.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "./index-snapshot.ts";

afterEach(() => setMemoryExchange(undefined));

/** The exchange as one thread has it, over a broker. */
function createExchange(broker: MemoryBroker): ExchangeClient {
  const client = new ExchangeClient((message) => broker.receive(member, message));
  const member = (answer: ExchangeAnswer): void => client.receive(answer);
  return client;
}

const folder = createTemporaryFolder("exchanged-heap");

test("one who opens a segment finds what another has read, and the last one frees it", async () => {
  const directory = await NodeDirectory.openExisting(folder);
  const writer = await IndexWriter.open(directory, {});
  for (let i = 0; i < 300; i++) {
    await writer.add({ id: `d${i}`, text: `common word${i % 7} ${"more ".repeat(i % 5)}` });
  }
  await writer.commit();
  await writer.close();
  const broker = new MemoryBroker();
  const open = async (): Promise<IndexSnapshot> => {
    setMemoryExchange(createExchange(broker));
    const own = await NodeDirectory.openExisting(folder);
    const commit = await readCommit(own);
    if (commit === undefined) throw new Error("no commit");
    return IndexSnapshot.openCommit(own, commit, { isPlaced: true });
  };
  const [one, other] = [await open(), await open()];
  const { heap } = one;
  if (heap === undefined) throw new Error("no heap");
  expect(other.heap).toBe(heap); // each thread has one heap over a memory
  const addresses = (snapshot: IndexSnapshot): (number | undefined)[] =>
    snapshot.parts.flatMap(({ segment: { documents, postings } }) =>
      [...Object.values(postings.arrays), documents.lengths, documents.idRanks].map((array) =>
        heap.findAddress(array as ArrayBufferView),
      ),
    );
  expect(addresses(one)).not.toContain(undefined);
  expect(addresses(other)).toEqual(addresses(one));
  expect(other.term("common")).toEqual({ documentFrequency: 300, collectionFrequency: 300 });
  await one.close();
  await Promise.resolve();
  expect(other.id(12)).toBe("d12");
  expect(other.postings("common")?.next()).toBe(0);
  expect(heap.allocatedBytes).toBeGreaterThan(0);
  await other.close();
  await expect.poll(() => heap.allocatedBytes).toBe(0);
});

test.each([1, 2, 5, 127, 128, 129])(
  "segments of %d documents, whose sections may be empty, are the same when they are found",
  async (count) => {
    const own = join(folder, `of-${count}`);
    mkdirSync(own);
    const directory = await NodeDirectory.openExisting(own);
    const writer = await IndexWriter.open(directory, {});
    for (let i = 0; i < count; i++) await writer.add({ id: `d${i}`, text: `word w${i % 3}` });
    await writer.commit();
    await writer.close();
    const broker = new MemoryBroker();
    const open = async (exchange?: ExchangeClient): Promise<IndexSnapshot> => {
      setMemoryExchange(exchange);
      const reopened = await NodeDirectory.openExisting(own);
      const commit = await readCommit(reopened);
      if (commit === undefined) throw new Error("no commit");
      return IndexSnapshot.openCommit(reopened, commit, { isPlaced: true });
    };
    const snapshots = [
      await open(),
      await open(createExchange(broker)),
      await open(createExchange(broker)),
    ];
    const [alone, ...shared] = snapshots.map((snapshot) =>
      snapshot.parts.map(({ segment: { documents, postings } }) =>
        [...Object.values(postings.arrays), documents.lengths, documents.idRanks].map((array) =>
          Array.from(array as Uint32Array),
        ),
      ),
    );
    expect(alone?.flat(2).length).toBeGreaterThan(0);
    for (const arrays of shared) expect(arrays).toEqual(alone);
    for (const snapshot of snapshots) await snapshot.close();
  },
);
