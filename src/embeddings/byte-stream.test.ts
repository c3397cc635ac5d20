import fc from "fast-check";
import { expect, test } from "vitest";
import type { Files } from "../storage/files.ts";
import { ByteStream } from "./byte-stream.ts";

/** A file that is read in these pieces. */
function createFiles(pieces: readonly Uint8Array[]): Files {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return {
    kind: async () => "file",
    list: async () => [],
    size: async () => size,
    read: async function* () {
      yield* pieces;
    },
    write: async () => {},
  };
}

test("returns the bytes of a file for any pieces", async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 9 }).filter((piece) => piece[0] !== 0x1f));
  await fc.assert(
    fc.asyncProperty(pieces, fc.array(fc.nat(12)), async (parts, counts) => {
      const expected = parts.flatMap((part) => [...part]);
      const stream = await ByteStream.open(createFiles(parts), "f");
      let at = 0;
      for (const count of counts) {
        expect(stream.offset).toBe(at);
        const isComplete = at + count <= expected.length;
        expect(await stream.has(count)).toBe(isComplete);
        if (!isComplete) {
          await expect(stream.take(count)).rejects.toMatchObject({ code: "BAD_INPUT" });
          return;
        }
        expect([...(await stream.take(count))]).toEqual(expected.slice(at, at + count));
        at += count;
      }
    }),
  );
});

test("reads many bytes in time linear in their number", async () => {
  const piece = new Uint8Array(1 << 14);
  const megabytes = 64;
  const stream = await ByteStream.open(createFiles(new Array(64 * megabytes).fill(piece)), "f");
  const began = performance.now();
  expect((await stream.take(megabytes << 20)).length).toBe(megabytes << 20);
  expect(performance.now() - began).toBeLessThan(10_000); // concatenating piece by piece would move 128 GB
});
