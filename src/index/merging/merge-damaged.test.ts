/** A segment that fails its check is never merged: the merged one would be called sound. */

import { beforeAll, describe, expect, test } from "vitest";
import { changeWithChecksums, flipBit, readContents } from "../../../test/faults/damage.ts";
import { createDocument, FIELD_OPTIONS } from "../../../test/faults/workload.ts";
import { Random } from "../../common/random.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { checkIndex } from "../check-index.ts";
import { IndexWriter } from "../index-writer.ts";

const NAMED = /^(?:CORRUPT_INDEX|INDEX_TOO_NEW|INDEX_TOO_OLD)$/;
/** Damages of each file that are tried. */
const TRIALS = 4;

let files: Map<string, Uint8Array>;
beforeAll(async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, FIELD_OPTIONS);
  for (let i = 0; i < 140; i++) await writer.add(createDocument(`d${i}`, `word w${i % 3}`));
  await writer.commit();
  await writer.add({ id: "x", text: "word again" });
  await writer.commit();
  await writer.close();
  files = await readContents(directory);
});

/** Merges a damaged index, and expects that it fails and changes nothing. */
async function expectRefused(damaged: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const directory = new MemoryDirectory(damaged);
  const merge = async (): Promise<void> => {
    const writer = await IndexWriter.open(directory, FIELD_OPTIONS);
    try {
      await writer.merge();
    } finally {
      await writer.close();
    }
  };
  await expect(merge()).rejects.toMatchObject({ code: expect.stringMatching(NAMED) });
  expect(await directory.read("commit")).toEqual(damaged.get("commit"));
}

describe("an index that fails its check is not merged", () => {
  const random = new Random(27).split("merging");

  test("with checksums as they were", async () => {
    for (const [name, bytes] of files) {
      if (name === "commit") continue;
      for (let i = 0; i < TRIALS; i++) {
        const at = random.below(bytes.length);
        await expectRefused(new Map([...files, [name, flipBit(bytes, at, random.below(8))]]));
      }
    }
  });

  test("with checksums that fit the damage", async () => {
    let refused = 0;
    for (const [name, bytes] of files) {
      if (name === "commit") continue;
      for (let i = 0; i < TRIALS; i++) {
        const at = random.below(bytes.length - 12);
        const bit = random.below(8);
        const damaged = await changeWithChecksums(files, name, (copy) => {
          copy[at] = (copy[at] as number) ^ (1 << bit);
        });
        const { damages } = await checkIndex(new MemoryDirectory(damaged));
        if (damages.length === 0) continue; // another valid index
        refused++;
        await expectRefused(damaged);
      }
    }
    expect(refused).toBeGreaterThan(20);
  });
});
