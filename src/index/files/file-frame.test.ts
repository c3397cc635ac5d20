import { beforeEach, describe, expect, test } from "vitest";
import { plainCrc32 } from "../../common/bytes/crc32.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { type FileRecord, FORMAT_VERSION, MIN_FORMAT_VERSION, openFrame } from "./file-frame.ts";
import { writeFrame } from "./frame-writer.ts";

const ID = "0123456789abcdef";
let bytes: Uint8Array;
let record: FileRecord;

beforeEach(async () => {
  const directory = new MemoryDirectory();
  record = await writeFrame(
    { files: directory, name: "f", kind: "terms", indexId: ID },
    async (frame) => {
      await frame.append(Uint8Array.of(1, 2, 3));
      await frame.section(Uint8Array.of(4));
      await frame.section(new Uint8Array(0));
      await frame.section(Uint8Array.of(9, 9));
    },
  );
  bytes = await directory.read("f");
});

describe("a framed file", () => {
  test("returns its sections, each at a multiple of 16 bytes", async () => {
    const { sections, indexId, crc } = await openFrame("f", bytes, "terms", {
      indexId: ID,
      ...record,
    });
    expect(sections.map((section) => [...section.bytes])).toEqual([[1, 2, 3, 4], [], [9, 9]]);
    // header 32 · section at 32 · empty section at 48 · last section at 48
    expect(sections.map((section) => section.start)).toEqual([32, 48, 48]);
    expect([indexId, crc]).toEqual([ID, record.crc]);
    // 32 header + 16 + 16 sections + 3 * 8 table + 16 footer
    expect([bytes.length, record.bytes]).toEqual([104, 104]);
  });

  test("reports every truncation as CORRUPT_INDEX", async () => {
    for (let length = 0; length < bytes.length; length++) {
      await expect(openFrame("f", bytes.slice(0, length), "terms")).rejects.toMatchObject({
        code: "CORRUPT_INDEX",
        details: { file: "f" },
      });
    }
  });

  test("reports every flipped bit as CORRUPT_INDEX", async () => {
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const damaged = bytes.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
      await expect(openFrame("f", damaged, "terms")).rejects.toHaveProperty(
        "code",
        "CORRUPT_INDEX",
      );
    }
  });

  test("is rejected as a file of another kind, index or commit", async () => {
    await expect(openFrame("f", bytes, "stored")).rejects.toThrow("not a stored file");
    const expected = { indexId: ID, ...record };
    await expect(
      openFrame("f", bytes, "terms", { ...expected, indexId: "0000000000000000" }),
    ).rejects.toThrow("f is damaged at byte 24: it belongs to another index");
    await expect(
      openFrame("f", bytes, "terms", { ...expected, crc: record.crc ^ 1 }),
    ).rejects.toThrow("not the file that was committed");
  });

  test.each([
    [FORMAT_VERSION + 1, "INDEX_TOO_NEW", "use a newer release"],
    [MIN_FORMAT_VERSION - 1, "INDEX_TOO_OLD", "build the index again"],
  ])("with format version %i is rejected as %s", async (version, code, advice) => {
    bytes[16] = version;
    await expect(openFrame("f", withChecksum(bytes), "terms")).rejects.toMatchObject({
      code,
      message: expect.stringContaining(advice),
    });
  });

  test("with an earlier version that is still readable opens", async () => {
    bytes[16] = MIN_FORMAT_VERSION;
    expect((await openFrame("f", withChecksum(bytes), "terms")).sections).toHaveLength(3);
  });

  test("with a forged checksum still needs valid section offsets", async () => {
    const table = bytes.length - 16 - 24;
    for (const [at, word] of [
      [table, 33],
      [table, 16],
      [table + 4, 1000],
      [table + 8, 32],
      [bytes.length - 16, 0x20000000],
    ] as const) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setUint32(at, word, true);
      await expect(openFrame("f", withChecksum(damaged), "terms")).rejects.toHaveProperty(
        "code",
        "CORRUPT_INDEX",
      );
    }
  });
});

/** Recomputes the checksum. */
function withChecksum(file: Uint8Array): Uint8Array {
  const end = file.length - 4;
  new DataView(file.buffer).setUint32(end, plainCrc32(file.subarray(0, end)), true);
  return file;
}
