import fc from "fast-check";
import { expect, test } from "vitest";
import { TermwiseError } from "../common/errors.ts";
import { readSafetensors, writeSafetensors } from "./safetensors.ts";

test("reads back written tensors", () => {
  const tensors = fc.dictionary(
    fc.string({ unit: "binary" }).filter((name) => !["__metadata__", "__proto__"].includes(name)),
    fc
      .array(fc.float())
      .map((values) => ({ shape: [values.length], values: Float32Array.from(values) })),
  );
  const metadata = fc
    .dictionary(fc.string(), fc.string())
    .filter((m) => !Object.hasOwn(m, "__proto__"));
  fc.assert(
    fc.property(tensors, metadata, (original, text) => {
      const read = readSafetensors(writeSafetensors({ tensors: original, metadata: text }), "file");
      expect(read.tensors).toEqual({ ...original });
      expect(read.metadata).toEqual({ ...text });
    }),
  );
});

test("writes bytes in the layout of the format", () => {
  const bytes = writeSafetensors({
    tensors: { a: { shape: [1, 2], values: Float32Array.of(1, -2) } },
    metadata: {},
  });
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  expect(length % 8).toBe(0);
  expect(JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))).toEqual({
    __metadata__: {},
    a: { dtype: "F32", shape: [1, 2], data_offsets: [0, 8] },
  });
  // 1 and -2 in IEEE 754, little-endian.
  expect([...bytes.subarray(8 + length)]).toEqual([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
});

test("reads any bytes as tensors or throws BAD_INPUT, and never anything else", () => {
  const good = writeSafetensors({
    tensors: { a: { shape: [2], values: Float32Array.of(1, 2) } },
    metadata: { version: "1" },
  });
  const damaged = fc
    .array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    .map((changes) => {
      const bytes = good.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 64 })), (bytes) => {
      try {
        readSafetensors(bytes, "file");
      } catch (error) {
        expect(error).toBeInstanceOf(TermwiseError);
        expect(error).toHaveProperty("code", "BAD_INPUT");
      }
    }),
    { numRuns: 1000 },
  );
});

/** A file of one tensor "a" of two-byte values, lowest byte first. */
function encodeHalves(dtype: string, ...bits: readonly number[]): Uint8Array {
  const header = JSON.stringify({
    a: { dtype, shape: [bits.length], data_offsets: [0, 2 * bits.length] },
    places: { dtype: "I64", shape: [0], data_offsets: [0, 0] },
  });
  const bytes = new Uint8Array(8 + header.length + 2 * bits.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(header.length), true);
  bytes.set(new TextEncoder().encode(header), 8);
  for (const [i, half] of bits.entries()) view.setUint16(8 + header.length + 2 * i, half, true);
  return bytes;
}

test("reads float16 and bfloat16 as float32 values", () => {
  const isA = (name: string): boolean => name === "a";
  // Sign, exponent - 15, fraction / 1024: 1, -2, 1.333 · 2^-2, 2^-24, 65504, infinity.
  const half = encodeHalves("F16", 0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff, 0x7c00);
  const actual = readSafetensors(half, "file", isA).tensors.a?.values;
  expect(actual).toEqual(Float32Array.of(1, -2, 1365 / 4096, 2 ** -24, 65504, Infinity));
  expect(readSafetensors(encodeHalves("F16", 0x7e00), "file", isA).tensors.a?.values[0]).toBeNaN();
  // The upper half of a float32: 1, -2, 171 / 512.
  const brain = encodeHalves("BF16", 0x3f80, 0xc000, 0x3eab);
  expect(readSafetensors(brain, "file", isA).tensors.a?.values).toEqual(
    Float32Array.of(1, -2, 171 / 512),
  );
});

test("rejects other types, but only of requested tensors", () => {
  expect(() => readSafetensors(encodeHalves("F16", 0), "file")).toThrow(
    '"places" has type I64, not F32, F16, BF16, I8',
  );
});

test("reads bytes that lie inside a larger buffer, as Node's do", () => {
  const tensors = { a: { shape: [2], values: Float32Array.of(1, 2) } };
  const bytes = writeSafetensors({ tensors, metadata: {} });
  const pool = Buffer.concat([Buffer.alloc(3), bytes, Buffer.alloc(5)]);
  const inside = pool.subarray(3, 3 + bytes.length);
  expect(readSafetensors(inside, "file").tensors.a?.values).toEqual(Float32Array.of(1, 2));
});
