/** An encoder by words, trained on judged queries, saved, opened and searched with. */

import { afterEach, expect, test } from "vitest";
import { indexInMemory } from "../../search/index-in-memory.ts";
import { parseEncoderExamples } from "../../search/judged-queries.ts";
import { createIndex } from "../../search/open-index.ts";
import type { SearchIndex } from "../../search/search-index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { openEncoder } from "../index.ts";
import { tokeniseExamples } from "./encoder-examples.ts";
import { trainEncoder } from "./train-encoder.ts";

const SHADES = { red: "crimson", blue: "azure", green: "olive", grey: "slate", pink: "salmon" };
const THINGS = ["paint", "paper", "cloth", "stone", "glass", "wool"];

let index: SearchIndex;
afterEach(() => index.close());

const documents = THINGS.flatMap((thing) =>
  Object.values(SHADES).map((shade) => ({ id: `${shade}-${thing}`, text: `${shade} ${thing}` })),
);
/** A query names the colour; the document that answers it the shade. */
const createJudged = (things: readonly string[]) =>
  things.flatMap((thing) =>
    Object.entries(SHADES).map(([colour, shade]) => ({
      text: `${colour} ${thing}`,
      relevant: [`${shade}-${thing}`],
    })),
  );

async function readFiles(directory: MemoryDirectory): Promise<Record<string, Uint8Array>> {
  const names = await directory.list();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [`e/${name}`, await directory.read(name)] as const),
    ),
  );
}

const SETTINGS = { dimensions: 16, epochs: 40, batchSize: 10, rate: 0.03 };

test("training generalises to unseen queries, in an index that uses the encoder", async () => {
  index = await createIndex();
  await index.add([...documents, { id: "list", text: Object.keys(SHADES).join(" ") }]);
  const encoder = await index.trainEncoder(createJudged(THINGS.slice(0, 4)), SETTINGS);
  expect(encoder.losses.at(-1)).toBeLessThan(0.5 * (encoder.losses[0] as number));
  const denseIndex = await createIndex({ encoder });
  await denseIndex.add(documents);
  // By words alone, nothing tells the shades of wool from each other.
  const unseen = createJudged(THINGS.slice(4));
  const firsts = await Promise.all(
    unseen.map(
      async ({ text }) => (await denseIndex.search(text, { ranker: "dense" })).hits[0]?.id,
    ),
  );
  expect(firsts).toEqual(unseen.map(({ relevant }) => relevant[0]));
  const { hits } = await denseIndex.search("crimson", { ranker: "hybrid" });
  expect(hits[0]?.id).toMatch(/^crimson-/);
  await denseIndex.close();
});

test("a saved encoder has the same bytes each time and opens from its folder", async () => {
  index = await createIndex();
  await index.add(documents);
  const directories = [new MemoryDirectory(), new MemoryDirectory()];
  for (const directory of directories) {
    await (await index.trainEncoder(createJudged(THINGS), SETTINGS)).save(directory);
  }
  const [first, again] = await Promise.all(directories.map(readFiles));
  expect(Object.keys(first ?? {}).sort()).toEqual([
    ...["e/encoder.json", "e/vectors.safetensors", "e/vocabulary.txt"],
  ]);
  expect(again).toEqual(first);
  const trained = await index.trainEncoder(createJudged(THINGS), SETTINGS);
  const files = new MemoryFiles(first);
  const opened = await openEncoder("e", { files, name: "shades" });
  expect(opened).toMatchObject({ name: "shades", dimensions: 16 });
  for (const text of ["red paint", "the crimson wool of slate", "unheard of", "", "the"]) {
    const vector = await opened.query(text);
    expect(vector).toEqual(await trained.query(text));
    expect(Math.hypot(...Array.from(vector))).toBeCloseTo(1, 6);
    expect(await opened.documents([text])).toEqual([vector]);
  }
  for (const [name, bytes] of Object.entries(first ?? {})) {
    const damaged = bytes.slice();
    damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] as number) ^ 1;
    const broken = new MemoryFiles({ ...first, [name]: damaged });
    await expect(openEncoder("e", { files: broken })).rejects.toMatchObject({ code: "BAD_INPUT" });
  }
});

test("text pairs train an encoder like judged queries, without stored texts", async () => {
  const words = [...documents, { id: "list", text: Object.keys(SHADES).join(" ") }];
  const reader = await indexInMemory(words, { stored: false });
  const createPairs = (things: readonly string[]) =>
    createJudged(things).map(({ text, relevant: [id = ""] }) => ({
      query: text,
      document: id.replace("-", " "),
    }));
  const encoder = await trainEncoder(reader, { pairs: createPairs(THINGS.slice(0, 4)) }, SETTINGS);
  const input = { queries: [{ id: "1", text: "red" }], judgements: new Map() };
  await expect(trainEncoder(reader, input)).rejects.toThrow("need an index with stored fields");
  await reader.close();
  index = await createIndex({ encoder });
  await index.add(documents);
  for (const { text, relevant } of createJudged(THINGS.slice(4))) {
    expect((await index.search(text, { ranker: "dense" })).hits[0]?.id).toBe(relevant[0]);
  }
});

test("a query of several pairs has several relevant documents, together with its judgements", async () => {
  const toIds = (text: string) => Int32Array.of(text.length);
  index = await createIndex();
  await index.add([{ id: "a", text: "four" }]);
  const input = parseEncoderExamples([
    { text: "q", relevant: ["a"] },
    { query: "qq", document: "seven ." },
    { query: "q", document: "six ab" },
    { query: "qq", document: "six ab" },
    { query: "qq", document: "seven ." },
  ]);
  const examples = await index.withReader(({ snapshot }) =>
    tokeniseExamples(snapshot, input, toIds),
  );
  expect(examples).toEqual({
    documents: [Int32Array.of(4), Int32Array.of(7), Int32Array.of(6)],
    queries: [
      { words: Int32Array.of(1), relevant: [0, 2] },
      { words: Int32Array.of(2), relevant: [1, 2] },
    ],
  });
});

test("unusable examples are rejected", async () => {
  index = await createIndex();
  await index.add(documents);
  const nothing = [{ text: "red", relevant: ["no-such"] }];
  await expect(index.trainEncoder(nothing)).rejects.toThrow("no query has a relevant document");
  await expect(index.trainEncoder(createJudged(THINGS), { dimensions: 0 })).rejects.toThrow(
    "dimensions must be a whole number ≥ 1, got 0",
  );
  await expect(index.trainEncoder(createJudged(THINGS), { dimensions: 5000 })).rejects.toThrow(
    "dimensions must be a whole number from 1 to 4096, got 5000",
  );
  await expect(index.trainEncoder([{ query: "red", document: "" }])).rejects.toThrow(
    'a pair has a query and a document, both texts, got ""',
  );
  await expect(index.trainEncoder([])).rejects.toThrow("no query has a relevant document");
  await expect(index.trainEncoder([], { dimension: 3 } as object)).rejects.toThrow(
    'did you mean "dimensions"?',
  );
});
