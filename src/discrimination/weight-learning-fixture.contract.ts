/**
 * A small collection on which weights can be learned: every query names an object and contains a
 * polite word. Polite words are rarer than objects, so idf overrates them. Vectors separate the two
 * kinds.
 */

import type { Document, Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { Random } from "../common/random.ts";
import type { Embeddings } from "../embeddings/word-vectors.ts";
import { WordVectors } from "../embeddings/word-vectors.ts";
import { buildIndex, IndexSnapshot, type WriterOptions } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";

const POLITE = ["kindly", "please", "thanks", "dear", "sorry", "pardon"];
const TOPICS = Array.from({ length: 48 }, (_, i) => `thing${i}`);
const FILLERS = Array.from({ length: 30 }, (_, i) => `filler${i}`);

export interface WeightLearningFixture {
  readonly directory: MemoryDirectory;
  readonly index: IndexSnapshot;
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
  readonly vectors: Embeddings;
}

export async function createWeightLearningFixture(
  options: WriterOptions = {},
): Promise<WeightLearningFixture> {
  const random = new Random(7);
  const some = (words: readonly string[], count: number): string =>
    Array.from({ length: count }, () => words[random.below(words.length)]).join(" ");
  const documents: Document[] = [
    ...TOPICS.flatMap((topic) =>
      [1, 2, 3].map((n) => ({
        id: `${topic}-${n}`,
        text: `${topic} ${some(FILLERS, 6 + n)} ${some(TOPICS, 1)}`,
      })),
    ),
    ...POLITE.flatMap((word) =>
      [1, 2].map((n) => ({ id: `${word}-${n}`, text: `${word} ${word} ${some(FILLERS, 4)}` })),
    ),
  ];
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, { analysis: { stemmer: "none" }, ...options });
  const queries = TOPICS.flatMap((topic, i) => [
    { id: `${topic}-a`, text: `${POLITE[i % POLITE.length]} ${topic}` },
    { id: `${topic}-b`, text: `${topic} ${POLITE[(i + 2) % POLITE.length]} the` },
  ]);
  const judgements = new Map(
    queries.map(({ id }) => {
      const topic = id.slice(0, -2);
      return [id, new Map([1, 2, 3].map((n) => [`${topic}-${n}`, n === 1 ? 2 : 1]))];
    }),
  );
  return {
    directory,
    index: await IndexSnapshot.open(directory),
    queries,
    judgements,
    vectors: createFixtureVectors(random),
  };
}

/** Two dimensions encode the kind of a word, two are noise. */
function createFixtureVectors(random: Random): Embeddings {
  const words = [...FILLERS, ...POLITE, ...TOPICS];
  const rows = words.flatMap((word) => [
    word.startsWith("thing") ? 1 : 0,
    POLITE.includes(word) ? 1 : 0,
    random.normal(),
    random.normal(),
  ]);
  return new WordVectors(words, 4, Float32Array.from(rows));
}
