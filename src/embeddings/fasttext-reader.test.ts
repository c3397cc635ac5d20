import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concatenate } from "../common/bytes/concatenate.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { trainFastText } from "./fasttext-trainer.ts";
import { writeFastText } from "./fasttext-writer.ts";
import { loadVectors } from "./load-vectors.ts";

const WORDS = ["apple", "plum", "</s>"];

async function smallModel(): Promise<Uint8Array> {
  const ngrams = { smallest: 3, largest: 4, buckets: 50 };
  const options = { dimension: 2, epochs: 1, minCount: 1, ngrams };
  const model = await trainFastText([["apple", "plum", "apple", "apple", "plum"]], options);
  expect(model.vectors.words).toEqual(WORDS);
  const files = new MemoryFiles();
  await writeFastText(files, "m", model);
  const parts: Uint8Array[] = [];
  for await (const chunk of files.read("m")) parts.push(chunk);
  return concatenate(parts);
}

describe("a damaged model", () => {
  const bytes = smallModel();
  const load = async (content: Uint8Array): Promise<unknown> =>
    loadVectors(new MemoryFiles({ m: content }), "m", { format: "fasttext" });
  const withByte = async (at: number, byte: number): Promise<Uint8Array> => {
    const copy = (await bytes).slice();
    copy[at] = byte;
    return copy;
  };
  /** After 92 bytes of header, each word takes its bytes, a zero, a count of 8 bytes and its kind. */
  const afterWords = 92 + WORDS.reduce((sum, word) => sum + word.length + 10, 0);

  test.each([
    ["another magic", 0, 0, "this is not a fastText model"],
    ["a later version", 4, 13, "supported up to version 12, got 13"],
    ["no dimension", 8, 0, "0 dimensions"],
    ["another number of words", 72, 9, "entries cannot be"],
    ["pruned sub-words", 91, 0, "pruned or quantised"],
    ["a word that is a label", afterWords - 1, 1, "entry 3 is of kind 1"],
    ["quantised rows", afterWords, 1, "a quantised model (.ftz) is not supported"],
    ["another number of rows", afterWords + 1, 9, "rows of 2 numbers are expected"],
    ["a number that is none", afterWords + 20, 0xff, "is not finite"],
  ])("with %s is rejected", async (_, at, byte, message) => {
    const content = await withByte(at, byte);
    if (message === "is not finite") content[at - 1] = 0xff;
    await expect(load(content)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(message),
    });
  });

  test("is rejected when truncated anywhere", async () => {
    const complete = await bytes;
    for (let length = 0; length < complete.length; length += 7) {
      await expect(load(complete.subarray(0, length))).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
    await expect(load(concatenate([complete, Uint8Array.of(0)]))).rejects.toThrow("goes on after");
  });

  test("is read or rejected with an error of ours, whatever the damage", async () => {
    const complete = await bytes;
    const changes = fc.array(fc.tuple(fc.nat(complete.length - 1), fc.nat(255)), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const copy = complete.slice();
        for (const [at, byte] of list) copy[at] = byte;
        const code = await load(copy).then(
          () => "read",
          (error) => error.code,
        );
        expect(["read", "BAD_INPUT"]).toContain(code);
      }),
    );
  });
});
