import { beforeAll, describe, expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import type { Forward } from "./forward.ts";

/** Few words and many, so that the buffer grows more than once. */
const LENGTHS = [3, 300, 0, 1, 2000, 7];
const texts = LENGTHS.map((length, i) =>
  Array.from({ length }, (_, j) => `w${(i * 31 + j * 7) % 400}`),
);

let forward: Forward;
beforeAll(async () => {
  const directory = new MemoryDirectory();
  const documents = texts.map((words, i) => ({ id: String(i), text: words.join(" ") }));
  await buildIndex(directory, documents, { analysis: {} });
  const [part] = (await IndexSnapshot.open(directory)).parts;
  forward = (await part?.segment.forward()) as Forward;
});

describe("the forward index", () => {
  const spelled = (tokens: Uint32Array): string[] =>
    Array.from(tokens, (form) => forward.form(form).form);

  test("returns the tokens of each document, in any order of access", () => {
    const shuffled = [4, 0, 1, 5, 2, 3].map(
      (document) => [document, forward.tokens(document)] as const,
    );
    for (const [document, tokens] of shuffled) expect(spelled(tokens)).toEqual(texts[document]);
  });

  test("returns the tokens of all documents, without aliasing", () => {
    expect([...forward.allTokens()].map(spelled)).toEqual(texts);
  });

  test("maps tokens through a table", () => {
    const table = Int32Array.from({ length: forward.formCount }, (_, form) => 1000 - form);
    for (const document of texts.keys()) {
      const expected = Int32Array.from(forward.tokens(document), (form) => 1000 - form);
      expect(forward.mapTokens(document, table)).toEqual(expected);
    }
  });
});
