/**
 * A server with an index from which weights can be learned: every query names an object and
 * contains a polite word, and polite words are rarer than objects.
 */

import { Random } from "../../src/common/random.ts";
import { createIndex } from "../../src/search/index.ts";

const POLITE = ["kindly", "please", "thanks", "dear", "sorry", "pardon"];
const TOPICS = Array.from({ length: 48 }, (_, i) => `thing${i}`);
const FILLERS = Array.from({ length: 30 }, (_, i) => `filler${i}`);

/** The judged queries of the index. */
export const JUDGED_QUERIES: readonly {
  readonly id: string;
  readonly text: string;
  readonly relevant: Readonly<Record<string, number>>;
}[] = TOPICS.flatMap((topic, i) =>
  [0, 2].map((shift) => ({
    id: `${topic}-${shift}`,
    text: `${POLITE[(i + shift) % POLITE.length]} ${topic}`,
    relevant: { [`${topic}-1`]: 2, [`${topic}-2`]: 1, [`${topic}-3`]: 1 },
  })),
);

/** Creates the index in a folder. */
export async function createJudgedIndex(folder: string): Promise<void> {
  const random = new Random(7);
  const some = (words: readonly string[], count: number): string =>
    Array.from({ length: count }, () => words[random.below(words.length)]).join(" ");
  const documents = [
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
  const index = await createIndex(folder, { analysis: { stemmer: "none" } });
  await index.add(documents);
  await index.close();
}
