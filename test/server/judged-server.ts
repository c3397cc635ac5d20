/**
 * A server whose index has something to learn: every query names a thing and
 * says a polite word, and polite words are rarer than things.
 */

import { Random } from "../../src/common/random.ts";
import { createIndex } from "../../src/search/index.ts";

const POLITE = ["kindly", "please", "thanks", "dear", "sorry", "pardon"];
const THINGS = Array.from({ length: 48 }, (_, i) => `thing${i}`);
const FILLERS = Array.from({ length: 30 }, (_, i) => `filler${i}`);

/** The judged queries of the world. */
export const JUDGED: readonly {
  readonly id: string;
  readonly text: string;
  readonly relevant: Readonly<Record<string, number>>;
}[] = THINGS.flatMap((thing, i) =>
  [0, 2].map((shift) => ({
    id: `${thing}-${shift}`,
    text: `${POLITE[(i + shift) % POLITE.length]} ${thing}`,
    relevant: { [`${thing}-1`]: 2, [`${thing}-2`]: 1, [`${thing}-3`]: 1 },
  })),
);

/** Makes the index in a folder. */
export async function makeJudgedIndex(folder: string): Promise<void> {
  const random = new Random(7);
  const some = (words: readonly string[], count: number): string =>
    Array.from({ length: count }, () => words[random.below(words.length)]).join(" ");
  const documents = [
    ...THINGS.flatMap((thing) =>
      [1, 2, 3].map((n) => ({
        id: `${thing}-${n}`,
        text: `${thing} ${some(FILLERS, 6 + n)} ${some(THINGS, 1)}`,
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
