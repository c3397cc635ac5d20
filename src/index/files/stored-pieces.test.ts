import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { compressBlocks } from "../building/compress-blocks.ts";
import { openRecords } from "../building/record-spill.ts";
import { type FrameWriter, writeFrame } from "./frame-writer.ts";
import {
  encodeRecords,
  iterateRecords,
  type StoredRecords,
  writeStoredFields,
} from "./stored-fields-writer.ts";
import { type BlockCompressor, writeStoredPieces } from "./stored-pieces.ts";

async function write(write: (frame: FrameWriter) => Promise<void>): Promise<Uint8Array> {
  const files = new MemoryDirectory();
  const indexId = "0".repeat(16);
  await writeFrame({ files, name: "stored", kind: "stored", indexId }, write);
  return files.read("stored");
}

/** Ends later pieces first. */
const OUT_OF_ORDER: BlockCompressor = {
  width: 3,
  compress: async (piece) => {
    const ends = await compressBlocks(piece);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    return ends;
  },
};

async function expectEqualBytes(batches: readonly StoredRecords[]): Promise<void> {
  const plain = await write((frame) => writeStoredFields(frame, () => iterateRecords(batches)));
  const inPieces = await write((frame) =>
    writeStoredPieces(frame, openRecords(batches), OUT_OF_ORDER),
  );
  expect(Buffer.compare(inPieces, plain)).toBe(0);
}

function toRecords(texts: readonly string[]): StoredRecords {
  return encodeRecords(texts.map((text, i) => ({ id: `${i}`, text })));
}

test("pieces have the bytes of blocks that are written one after another", async () => {
  const batches = Array.from({ length: 6 }, (_, batch) =>
    toRecords(
      Array.from({ length: 1000 }, (_, i) =>
        `document ${i} of ${batch}: ${"granite harbour lantern ".repeat((i * 7919) % 17)}`.slice(
          0,
          (i * 31) % 700,
        ),
      ),
    ),
  );
  await expectEqualBytes(batches);
});

test("documents longer than a piece, empty ones, and none", async () => {
  const noise = Array.from({ length: 3 << 18 }, (_, i) =>
    String.fromCharCode(33 + ((Math.imul(i, 2654435761) >>> 7) % 90)),
  ).join("");
  await expectEqualBytes([toRecords(["", noise, "", "a"]), toRecords([]), toRecords([noise])]);
  await expectEqualBytes([]);
});

test("any batches", async () => {
  const texts = fc.array(fc.string({ maxLength: 3000 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 5 }), (batches) =>
      expectEqualBytes(batches.map(toRecords)),
    ),
    { numRuns: 30 },
  );
});
