import { expect, test } from "vitest";
import { deflate, inflate } from "./zlib.ts";

test("bytes are restored up to a maximum, and not beyond it", async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i * 7);
  const packed = await deflate(bytes);
  expect(await inflate(packed, "a", 0, 5000)).toEqual(bytes);
  await expect(inflate(packed, "a", 40, 4999)).rejects.toMatchObject({
    code: "CORRUPT_INDEX",
    message: "a is damaged at byte 40: it has more than 4999 bytes when it is restored",
  });
});

test("a bomb is left at the maximum", async () => {
  const bomb = await deflate(new Uint8Array(50_000_000));
  const before = process.memoryUsage().arrayBuffers;
  await expect(inflate(bomb, "a", 0, 1000)).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
});
