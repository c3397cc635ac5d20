import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeText } from "../../common/bytes/byte-strings.ts";
import { GrowingBytes } from "../../common/bytes/growing-bytes.ts";
import { ByteReader } from "./byte-reader.ts";
import { FrontCoder, FrontDecoder, RESTART_INTERVAL } from "./front-coding.ts";

/**
 * Few letters and short strings, so that neighbours share prefixes, succeed and contain one
 * another.
 */
const anyStrings = fc.array(
  fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 }),
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 14, maxLength: 20 }),
    fc.string({ unit: "binary" }),
  ),
);

describe("front-coded strings", () => {
  test("are read back in any order", () => {
    fc.assert(
      fc.property(anyStrings, (strings) => {
        const encoded = strings.map(encodeText);
        expect(decodeStrings(encodeStrings(strings), encoded.length)).toEqual(encoded);
      }),
      { numRuns: 500 },
    );
  });

  test("take one byte if only the last byte increases by one", () => {
    // 0x03: no shared bytes, three more. 0x20: two shared bytes, the third increases by one.
    expect([...encodeStrings(["d41", "d42", "d43"])]).toEqual([0x03, 0x64, 0x34, 0x31, 0x20, 0x20]);
    // d4 is d43 without its last byte: one shared byte, one more.
    expect([...encodeStrings(["d43", "d4"])].slice(4)).toEqual([0x11, 0x34]);
  });

  test("restart at every sixteenth string", () => {
    const strings = Array.from({ length: 2 * RESTART_INTERVAL }, () => "same");
    expect(encodeStrings(strings)).toHaveLength(2 * (5 + 15));
  });

  test("are damaged if they share more bytes than the previous string has", () => {
    expect(() => decodeStrings(Uint8Array.of(0x01, 0x61, 0x21, 0x62), 2)).toThrow("shares more");
  });
});

function encodeStrings(strings: readonly string[]): Uint8Array {
  const coder = new FrontCoder();
  const out = new GrowingBytes();
  for (const string of strings) coder.append(encodeText(string), out);
  return out.view();
}

function decodeStrings(bytes: Uint8Array, count: number): Uint8Array[] {
  const reader = new ByteReader(bytes, "test");
  const decoder = new FrontDecoder();
  return Array.from({ length: count }, (_, i) => {
    decoder.read(reader, i % RESTART_INTERVAL === 0);
    return decoder.view().slice();
  });
}
