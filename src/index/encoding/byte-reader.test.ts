import { expect, test } from "vitest";
import { ByteReader } from "./byte-reader.ts";

test("skips bytes, but not beyond the end", () => {
  const reader = new ByteReader(Uint8Array.of(7, 8, 9), "file");
  reader.skip(2);
  expect(reader.byte()).toBe(9);
  const short = new ByteReader(Uint8Array.of(7, 8, 9), "file");
  for (const read of [() => short.skip(4), () => short.bytes(4)]) {
    expect(read).toThrow("4 bytes expected, but the data ends");
  }
  expect(short.bytes(3)).toEqual(Uint8Array.of(7, 8, 9));
});
