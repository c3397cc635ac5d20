import { expect, test } from "vitest";
import {
  computeShareOfNewWords,
  countVocabulary,
  recombineDocuments,
  type SourceDocument,
} from "../../bench/recombine-documents.ts";
import { Random } from "../../src/common/random.ts";

/** Two sources with words of their own; word n has the frequency of Zipf. */
function makeDocuments(count: number): SourceDocument[] {
  const random = new Random(3);
  return Array.from({ length: count }, (_, i) => {
    const source = i % 3 === 0 ? "a" : "b";
    const word = (): string => `${source}${Math.floor(20_000 ** random.uniform())}`;
    const text = Array.from({ length: 10 + random.below(20) }, word).join(" ");
    return { source, title: word(), text };
  });
}

const documents = makeDocuments(3000);
const vocabulary = countVocabulary(documents);
const listWords = ({ title, text }: SourceDocument): string[] =>
  `${title} ${text}`.split(" ").filter((word) => word !== "");

test("a round is the same for a seed, and differs from other rounds and seeds", () => {
  const read = (round: number, seed: number) => [
    ...recombineDocuments(documents, vocabulary, { round, seed }),
  ];
  expect(read(2, 1)).toEqual(read(2, 1));
  expect(read(2, 1)).not.toEqual(read(3, 1));
  expect(read(2, 1)).not.toEqual(read(2, 2));
});

test("texts are recombined within their source and keep their lengths on average", () => {
  const round = [...recombineDocuments(documents, vocabulary, { round: 2 })];
  expect(round.map(({ source }) => source)).toEqual(documents.map(({ source }) => source));
  const foreign = round.flatMap((document) =>
    listWords(document).filter((word) => !word.startsWith(document.source)),
  );
  expect(foreign).toEqual([]);
  const count = (all: readonly SourceDocument[]): number =>
    all.reduce((sum, document) => sum + listWords(document).length, 0);
  expect(Math.abs(count(round) / count(documents) - 1)).toBeLessThan(0.03);
});

test("words grow as those of the collection, and frequent words stay", () => {
  const seen = new Set(documents.flatMap(listWords));
  expect(seen.size).toBe(vocabulary.words);
  expect(vocabulary.beta).toBeGreaterThan(0.3);
  for (const round of [2, 3, 4]) {
    for (const document of recombineDocuments(documents, vocabulary, { round })) {
      for (const word of listWords(document)) seen.add(word);
    }
    const expected = vocabulary.words * round ** vocabulary.beta;
    expect(Math.abs(seen.size / expected - 1), `round ${round}`).toBeLessThan(0.12);
  }
  expect(computeShareOfNewWords(vocabulary, 4)).toBeLessThan(computeShareOfNewWords(vocabulary, 2));
});
