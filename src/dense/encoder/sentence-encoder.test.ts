import { beforeAll, describe, expect, test } from "vitest";
import { createTinyBertFiles } from "../../models/bert/tiny-bert.contract.ts";
import { openPretrained, type PretrainedBert } from "../../models/index.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { plainBackend } from "../../tensor/index.ts";
import { type EncoderOptions, SentenceEncoder } from "./sentence-encoder.ts";

let bert: PretrainedBert;
beforeAll(async () => {
  const files = Object.entries(createTinyBertFiles()).map(([name, bytes]) => [
    `bert/${name}`,
    bytes,
  ]);
  bert = await openPretrained(new MemoryFiles(Object.fromEntries(files)), "bert");
});

async function encodeTexts(texts: string[], options?: EncoderOptions): Promise<number[][]> {
  const encoder = await SentenceEncoder.open(bert, { ...options, backend: plainBackend() });
  const all = await encoder.documents(texts);
  await encoder.close();
  return texts.map((_, i) => [...all.subarray(8 * i, 8 * i + 8)]);
}

describe.each(["mean", "first"] as const)("with the %s of its tokens", (pooling) => {
  test("a text becomes a vector of length 1", async () => {
    const [vector] = await encodeTexts(["boil an egg"], { pooling, longest: 32 });
    expect(Math.hypot(...(vector as number[]))).toBeCloseTo(1, 5);
  });

  test("a text has the same vector in any batch and order", async () => {
    const texts = ["egg", "boil an egg", "", "soup of the day"];
    const options = { pooling, longest: 32 };
    const together = await encodeTexts(texts, options);
    const backwards = (await encodeTexts(texts.toReversed(), options)).toReversed();
    for (const [i, text] of texts.entries()) {
      const [alone] = await encodeTexts([text], options);
      for (const [j, value] of (alone as number[]).entries()) {
        expect(together[i]?.[j]).toBeCloseTo(value, 5);
        expect(backwards[i]?.[j]).toBeCloseTo(value, 5);
      }
    }
  });
});

test("mean and first pooling differ", async () => {
  const [mean] = await encodeTexts(["boil an egg"], { longest: 32 });
  const [first] = await encodeTexts(["boil an egg"], { longest: 32, pooling: "first" });
  expect(mean).not.toEqual(first);
});

test("text beyond the maximum length is truncated", async () => {
  // [CLS], three letters, [SEP]
  const [cut, complete] = await encodeTexts(["abcdef", "abc"], { longest: 5 });
  expect(cut).toEqual(complete);
});

test("a prefix is encoded before the text of a query or a document", async () => {
  const options = { longest: 32, documentPrefix: "d ", queryPrefix: "q " };
  const encoder = await SentenceEncoder.open(bert, { ...options, backend: plainBackend() });
  const [asDocument, asQuery] = [await encoder.documents(["egg"]), await encoder.query("egg")];
  await encoder.close();
  const [document, query] = await encodeTexts(["d egg", "q egg"], { longest: 32 });
  expect([...asDocument]).toEqual(document);
  for (const [i, value] of (query as number[]).entries()) expect(asQuery[i]).toBeCloseTo(value, 6);
});

test.each([0, 65, 1.5])("%s threads are rejected", async (threads) => {
  await expect(SentenceEncoder.open(bert, { longest: 32, threads })).rejects.toThrow(
    "threads must be a whole number from 1 to 64",
  );
});

test("a shape that the int16 kernels do not support is computed in float32", async () => {
  const encoder = await SentenceEncoder.open(bert, { longest: 32 });
  const [expected] = await encodeTexts(["boil an egg"], { longest: 32 });
  const queryVector = await encoder.query("boil an egg");
  await encoder.close();
  for (const [i, value] of (expected as number[]).entries())
    expect(queryVector[i]).toBeCloseTo(value, 5);
});

test.each([
  [{ longest: 2 }, "longest must be a whole number from 3 to 32, got 2"],
  [{ longest: 33 }, "from 3 to 32, got 33"],
  [{ longest: 32, pooling: "max" as "mean" }, "pooling must be mean or first, got max"],
])("%j is refused", async (options, message) => {
  await expect(SentenceEncoder.open(bert, { ...options, backend: plainBackend() })).rejects.toThrow(
    message,
  );
});
