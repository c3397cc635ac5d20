import fc from "fast-check";
import { expect, test } from "vitest";
import { loadCrc32, plainCrc32 } from "./crc32.ts";

test("computes the check value of CRC-32 for 123456789", () => {
  // The value that the catalogue of CRC algorithms lists for CRC-32/ISO-HDLC.
  expect(plainCrc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  expect(plainCrc32(new Uint8Array(0))).toBe(0);
});

test("equals the platform's checksum, whole or in two pieces", async () => {
  const platform = await loadCrc32();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
      const expected = plainCrc32(bytes);
      expect(platform(bytes)).toBe(expected);
      const rest = bytes.subarray(cut);
      expect(plainCrc32(rest, plainCrc32(bytes.subarray(0, cut)))).toBe(expected);
      expect(platform(rest, platform(bytes.subarray(0, cut)))).toBe(expected);
    }),
  );
});

test("leaves a running checksum unchanged by zero bytes", async () => {
  const platform = await loadCrc32();
  for (const nothing of [new ArrayBuffer(0), new SharedArrayBuffer(0)]) {
    expect(platform(new Uint8Array(nothing), 5)).toBe(5);
    expect(plainCrc32(new Uint8Array(nothing), 5)).toBe(5);
  }
});
