import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLineBatches, type ReadOptions } from "./lines.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** All lines, after checking the number of the first line of each batch. */
async function read(bytes: Uint8Array, size = 3, options: ReadOptions = {}): Promise<string[]> {
  const all: string[] = [];
  for await (const { first, lines } of decodeLineBatches(pieces(bytes, size), "f", options)) {
    expect(first).toBe(all.length + 1);
    all.push(...lines);
  }
  return all;
}

describe("decodeLineBatches", () => {
  test("equals splitting the whole text, for any chunk boundaries", async () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "日", "😀", "\n", "\r\n", " "))
      .map((a) => a.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (input, size) => {
        const expected = input.split("\n").map((line) => line.replace(/\r$/, ""));
        if (input === "" || input.endsWith("\n")) expected.pop(); // no line after the last line end
        expect(await read(new TextEncoder().encode(input), size)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("drops a byte-order mark at the start and nowhere else", async () => {
    expect(await read(Buffer.from("\uFEFFa\n\uFEFFb"))).toEqual(["a", "\uFEFFb"]);
  });

  test("reports the line whose bytes are not UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from("one\ntwo\ncaf"),
      Buffer.from([0xe9]),
      Buffer.from("\n"),
    ]);
    await expect(read(bytes, 100)).rejects.toThrow("f:3: the bytes are not valid UTF-8");
    expect(await read(bytes, 100, { encoding: "latin1" })).toEqual(["one", "two", "café"]);
  });

  test("reports a line that is not UTF-8 and continues, with onBad", async () => {
    const bytes = Buffer.concat([
      Buffer.from("one\n"),
      Buffer.from([0xe9]),
      Buffer.from("\nthree"),
    ]);
    const bad: string[] = [];
    const onBad = (error: Error): void => void bad.push(error.message);
    expect(await read(bytes, 100, { onBad })).toEqual(["one", "", "three"]);
    expect(bad).toEqual(["f:2: the bytes are not valid UTF-8"]);
  });

  test("auto decides line by line", async () => {
    const bytes = Buffer.concat([Buffer.from("é\r\n"), Buffer.from([0xe9, 0x0d, 0x0a])]);
    expect(await read(bytes, 100, { encoding: "auto" })).toEqual(["é", "é"]);
  });

  test("rejects a line longer than the limit, and accepts one that just fits", async () => {
    expect(await read(Buffer.alloc(10, "x"), 3, { longestLine: 10 })).toEqual(["x".repeat(10)]);
    await expect(read(Buffer.alloc(11, "x"), 3, { longestLine: 10 })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "f:1: a line may have at most 10 bytes",
    });
  });
});
