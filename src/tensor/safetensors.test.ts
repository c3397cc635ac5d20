import fc from "fast-check";
import { expect, test } from "vitest";
import { TermwiseError } from "../common/errors.ts";
import { readSafetensors, writeSafetensors } from "./safetensors.ts";

test("reads back what was written", () => {
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
    fc.property(tensors, metadata, (given, text) => {
      const read = readSafetensors(writeSafetensors({ tensors: given, metadata: text }), "file");
      expect(read.tensors).toEqual({ ...given });
      expect(read.metadata).toEqual({ ...text });
    }),
  );
});

test("lays bytes out as the format says", () => {
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

test("answers any bytes with tensors or BAD_INPUT, never anything else", () => {
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
