/**
 * A power cut at any operation of `replace`, `update` and `delete` by a filter leaves the old
 * documents or the new ones, and the change can be made again. FAULT_SEED sets the random seed.
 */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { checkIndex } from "../../src/index/check-index.ts";
import { createIndex, openIndex, type SearchIndex } from "../../src/search/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { FaultyDirectory, PowerCut } from "./faulty-directory.ts";

const SEED = Number(process.env.FAULT_SEED ?? 1);

async function readIds(directory: Directory): Promise<string> {
  const index = await openIndex(directory);
  const { hits } = await index.search("", { filter: {}, limit: 100 });
  await index.close();
  const texts = hits.map(({ id, document }) => `${id}:${document.price}`);
  return texts.sort().join(" ");
}

const createDocuments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ id: from + i, text: "lamp", price: from + i }));

const CHANGES: readonly (readonly [string, (index: SearchIndex) => Promise<number>, string])[] = [
  ["replace", (index) => index.replace(createDocuments(6, 9)), "6:6 7:7 8:8"],
  ["update", (index) => index.update([{ id: 2, price: 9 }]), "0:0 1:1 2:9 3:3 4:4"],
  ["delete", (index) => index.delete({ filter: "price >= 2" }), "0:0 1:1"],
];

test.each(CHANGES)(
  "a power cut during %s leaves the old documents or the new ones",
  async (...[_, change, changed]) => {
    const original = new MemoryDirectory();
    const built = await createIndex(original);
    for (const document of createDocuments(0, 5)) await built.add(document);
    await built.close();
    const disk = new Map<string, Uint8Array>();
    for (const name of await original.list()) disk.set(name, await original.read(name));
    const old = await readIds(original);
    const random = new Random(SEED);
    let cuts = 0;
    for (let failAt = 1; ; failAt++) {
      const directory = new FaultyDirectory({ disk, failAt });
      const index = await openIndex(directory);
      const error = await change(index).catch((reason: unknown) => reason);
      if (!(error instanceof PowerCut)) break;
      cuts++;
      const crashed = new MemoryDirectory(directory.afterCrash(random));
      const where = `seed ${SEED}, ${directory.failedOperation}`;
      expect([old, changed], where).toContain(await readIds(crashed));
      expect((await checkIndex(crashed)).damages, where).toEqual([]);
      const again = await openIndex(crashed);
      await change(again);
      await again.close();
      expect(await readIds(crashed), where).toBe(changed);
    }
    expect(cuts).toBeGreaterThan(5);
  },
);
