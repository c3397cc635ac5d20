import { afterAll, beforeAll, expect, test } from "vitest";
import { explainDocuments } from "./explain-documents.ts";
import { createIndex } from "./open-index.ts";
import { scoreTexts } from "./score-texts.ts";
import type { SearchIndex } from "./search-index.ts";

let index: SearchIndex;
const TEXTS = ["egg egg salt", "eggs and soup", "soup bones"];

beforeAll(async () => {
  index = await createIndex();
  await index.add(TEXTS.map((text, i) => ({ id: String(i), text, title: `Recipe ${i}` })));
});
afterAll(() => index.close());

test("names the words of the query by their terms, where these are stems", async () => {
  const lands = await createIndex();
  await lands.add({ id: "1", text: "the boundaries of countries" });
  const { document, words } = await explainDocuments(lands, "Boundary of a lake", { id: "1" });
  expect(words).toEqual({ boundari: "boundary" });
  expect(document.explanation.parts.map(({ label }) => label)).toContain("boundari");
  await lands.close();
});

test("a hit has its rank, its title and the score of the search", async () => {
  const { hits } = await index.search("egg soup");
  const { document, other, difference } = await explainDocuments(index, "egg soup", { id: "1" });
  expect(document).toMatchObject({ id: "1", rank: 1, title: "Recipe 1", score: hits[0]?.score });
  expect(document.explanation.value).toBeCloseTo(hits[0]?.score ?? 0);
  expect([document.missing, other, difference]).toEqual([undefined, undefined, undefined]);
});

test("two documents have the parts of their scores side by side, the largest difference first", async () => {
  const ids = { id: "0", other: "2" };
  const { document, other, difference = [] } = await explainDocuments(index, "egg soup", ids);
  expect(difference).toHaveLength(2); // one part for egg, one for soup
  const [first, second] = [document.explanation.value, other?.explanation.value ?? 0];
  expect(difference.reduce((sum, part) => sum + part.first, 0)).toBeCloseTo(first);
  expect(difference.reduce((sum, part) => sum + part.second, 0)).toBeCloseTo(second);
  expect(difference.map((part) => part.first - part.second)).toEqual(
    difference.map((part) => part.difference),
  );
  const sizes = difference.map((part) => Math.abs(part.difference));
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
});

test("a document that is not found has the reason", async () => {
  const findReason = async (query: string): Promise<string | undefined> =>
    (await explainDocuments(index, query, { id: "2" })).document.missing;
  expect(await findReason("egg")).toBe('the document has none of the words "egg"');
  expect(await findReason("pepper")).toBe("no document of the index has a word of the query");
  expect(await findReason("soup")).toBeUndefined();
  await expect(explainDocuments(index, "egg", { id: "9" })).rejects.toThrow(
    'the index has no document "9"',
  );
});

test("texts are scored by BM25 among themselves", async () => {
  // Without the stop word "and", the texts have 3, 2 and 2 words. k1 = 0.9, b = 0.4.
  const score = (tf: number, length: number): number =>
    (Math.log(1 + 1.5 / 2.5) * tf) / (tf + 0.9 * (0.6 + (0.4 * length) / (7 / 3)));
  const [first, second, third] = await scoreTexts("egg", TEXTS);
  expect(first).toBeCloseTo(score(2, 3), 10);
  expect(second).toBeCloseTo(score(1, 2), 10);
  expect(third).toBe(0);
});
