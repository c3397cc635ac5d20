import { expect, test } from "vitest";
import { readAll, readLines } from "./read-blocks.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of a text in blocks of a size. */
async function* blocks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = encoder.encode(text);
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function collectLines(text: string, size: number, maxBytes = 100): Promise<string[]> {
  const collected: string[] = [];
  for await (const { number, bytes } of readLines(blocks(text, size), maxBytes)) {
    collected.push(`${number}:${decoder.decode(bytes)}`);
  }
  return collected;
}

test("lines are the same whatever blocks they come in", async () => {
  for (let size = 1; size < 20; size++) {
    expect(await collectLines("é1\n\nthree\r\nend", size)).toEqual([
      "1:é1",
      "2:",
      "3:three\r",
      "4:end",
    ]);
    expect(await collectLines("a\nb\n", size)).toEqual(["1:a", "2:b"]);
    expect(await collectLines("", size)).toEqual([]);
  }
});

test("a line may have as many bytes as the limit says and not one more", async () => {
  for (const size of [1, 3, 7, 100]) {
    expect(await collectLines("a\n12345\nb", size, 5)).toEqual(["1:a", "2:12345", "3:b"]);
    for (const text of ["a\n123456\nb", "a\n123456"]) {
      await expect(collectLines(text, size, 5)).rejects.toMatchObject({
        code: "LIMIT_EXCEEDED",
        message: "line 2 has more than 5 bytes",
      });
    }
  }
});

test("blocks as one are the text", async () => {
  for (const size of [1, 4, 100]) {
    expect(decoder.decode(await readAll(blocks("some text", size)))).toBe("some text");
  }
  expect((await readAll(undefined)).length).toBe(0);
});
