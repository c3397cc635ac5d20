import { describe, expect, test } from "vitest";
import { flipBit, readContents } from "../../test/faults/damage.ts";
import { FaultyDirectory, PowerCut } from "../../test/faults/faulty-directory.ts";
import { createDiskStore } from "../../test/faults/stores.ts";
import { Random } from "../common/random.ts";
import { addChecksum } from "../storage/checksummed-json.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import {
  type Checkpoint,
  readCheckpoint,
  removeCheckpoint,
  writeCheckpoint,
} from "./checkpoints.ts";

function createCheckpoint(count: number): Checkpoint {
  const periods = Array.from({ length: count }, (_, i) => {
    return { steps: 10 * (i + 1), examples: 640 * (i + 1), loss: 1 / (i + 1), rateFactor: 1 };
  });
  return {
    settings: "the settings",
    periods,
    state: Uint8Array.from([count, 1, 1]),
    best: Uint8Array.from([count, 2]),
  };
}

describe("checkpoints", () => {
  test("are read back as they were written, the last one alone", async () => {
    const directory = new MemoryDirectory();
    expect(await readCheckpoint(directory, "the settings")).toBeUndefined();
    await writeCheckpoint(directory, createCheckpoint(1));
    await writeCheckpoint(directory, createCheckpoint(2));
    expect(await readCheckpoint(directory, "the settings")).toEqual(createCheckpoint(2));
    expect(await directory.list()).toHaveLength(3);
    await removeCheckpoint(directory);
    expect(await directory.list()).toEqual([]);
  });

  test("survive a power cut at every operation: the old one or the new one is complete", async () => {
    const counting = new FaultyDirectory();
    await writeCheckpoint(counting, createCheckpoint(1));
    const before = counting.operations;
    await writeCheckpoint(counting, createCheckpoint(2));
    for (let failAt = before + 1; failAt <= counting.operations; failAt++) {
      const directory = new FaultyDirectory({ failAt });
      await writeCheckpoint(directory, createCheckpoint(1));
      await expect(writeCheckpoint(directory, createCheckpoint(2))).rejects.toBeInstanceOf(
        PowerCut,
      );
      for (let seed = 0; seed < 20; seed++) {
        const disk = new MemoryDirectory(directory.afterCrash(new Random(seed)));
        const restored = await readCheckpoint(disk, "the settings");
        expect([createCheckpoint(1), createCheckpoint(2)]).toContainEqual(restored);
        await writeCheckpoint(disk, createCheckpoint(3));
        expect(await readCheckpoint(disk, "the settings")).toEqual(createCheckpoint(3));
      }
    }
  });

  test("with any flipped bit on disk are refused", async () => {
    const directory = new MemoryDirectory();
    await writeCheckpoint(directory, createCheckpoint(2));
    const sound = await readContents(directory);
    const random = new Random(1);
    for (const [name, bytes] of sound) {
      for (let at = 0; at < bytes.length; at++) {
        const files = new Map(sound).set(name, flipBit(bytes, at, random.below(8)));
        const reading = readCheckpoint(await createDiskStore(files), "the settings");
        await expect(reading, `${name} at ${at}`).rejects.toMatchObject({ code: "BAD_INPUT" });
      }
    }
  });

  test("that name other files are refused although their checksum matches", async () => {
    const record = { version: 1, settings: "s", checksums: {}, periods: [] };
    for (const files of [undefined, {}, { state: "../../x", best: "y" }]) {
      const bytes = new TextEncoder().encode(
        JSON.stringify(await addChecksum({ ...record, files })),
      );
      const directory = new MemoryDirectory(new Map([["checkpoint.json", bytes]]));
      await expect(readCheckpoint(directory, "s")).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
  });

  test("are refused with other settings, with another version, or when they are no checkpoint", async () => {
    const directory = new MemoryDirectory();
    await writeCheckpoint(directory, createCheckpoint(1));
    await expect(readCheckpoint(directory, "others")).rejects.toThrow("other settings");
    const files = (text: string) =>
      new MemoryDirectory(new Map([["checkpoint.json", new TextEncoder().encode(text)]]));
    await expect(readCheckpoint(files('{"version":9}'), "")).rejects.toThrow("version 9 is not 1");
    await expect(readCheckpoint(files("{"), "")).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});
