/**
 * The index against a plain model: random additions, replacements, deletions, commits, merges,
 * re-openings and, in the second half, reorderings; after every commit all results are compared.
 * FAULT_STEPS and FAULT_SEED set the length and the sequence.
 */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { checkIndex } from "../../src/index/check-index.ts";
import { IndexWriter } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../../src/index/snapshots/index-view.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { STORES } from "./stores.ts";
import { findStrayFiles, OPTIONS } from "./workload.ts";

const STEPS = Number(process.env.FAULT_STEPS ?? 2_000);
const SEED = Number(process.env.FAULT_SEED ?? 1);

test.each(STORES)(
  `${STEPS} random steps give the same results as the model %s`,
  async (_, fresh) => {
    const random = new Random(SEED);
    const directory = await fresh();
    let writer = await IndexWriter.open(directory, OPTIONS);
    /** Texts by id, in insertion order. */
    let model = new Map<string, string>();
    let committed = new Map<string, string>();
    let isInOrder = true;
    for (let step = 0; step < STEPS; step++) {
      const id = `d${random.below(150)}`;
      const where = `seed ${SEED}, step ${step}`;
      const choice = random.below(100);
      if (choice < 35) {
        const text = createRandomText(random);
        if (model.has(id)) await expect(writer.add({ id, text }), where).rejects.toThrow("already");
        else {
          await writer.add({ id, text });
          model.set(id, text);
        }
      } else if (choice < 60) {
        const text = createRandomText(random);
        await writer.update({ id, text });
        model.delete(id); // a replaced document moves to the end
        model.set(id, text);
      } else if (choice < 85) expect(await writer.delete(id), where).toBe(model.delete(id));
      else if (choice < 95) {
        await writer.commit();
        committed = new Map(model);
        await compare(directory, committed, isInOrder, where);
      } else if (choice < 97) {
        if (step < STEPS / 2) await writer.merge();
        else {
          await writer.reorder();
          isInOrder = false;
        }
      } else {
        await writer.close();
        writer = await IndexWriter.open(directory, OPTIONS);
        model = new Map(committed);
      }
    }
    await writer.commit();
    await compare(directory, model, isInOrder, "at the end");
    expect(await findStrayFiles(directory)).toEqual([]);
  },
  300_000,
);

function createRandomText(random: Random): string {
  // Squared, so that some words are common and most are rare.
  const word = (): string => `w${Math.floor(30 * random.uniform() ** 2)}`;
  return Array.from({ length: random.below(12) }, word).join(" ");
}

async function compare(
  directory: Directory,
  unsorted: ReadonlyMap<string, string>,
  isInOrder: boolean,
  where: string,
): Promise<void> {
  expect((await checkIndex(directory)).damages, where).toEqual([]);
  const snapshot = await IndexSnapshot.open(directory);
  const number = (id: string): number => snapshot.find(id) as number;
  const model = isInOrder
    ? unsorted
    : new Map([...unsorted].sort(([a], [b]) => number(a) - number(b)));
  const ids = [...model.keys()];
  const texts = [...model.values()].map((text) => text.split(" ").filter((word) => word !== ""));
  const numbers = ids.map(number);
  expect(numbers, where).toEqual(numbers.toSorted((a, b) => a - b)); // the order is kept
  expect(snapshot.documentCount, where).toBe(ids.length);
  expect(snapshot.totalLength, where).toBe(texts.flat().length);
  const words = [...new Set(texts.flat())].sort();
  expect(snapshot.termsWithPrefix("", 1000), where).toEqual(words);
  for (const word of words) {
    const expected: [number, number[]][] = [];
    for (const [i, text] of texts.entries()) {
      const positions = text.flatMap((each, position) => (each === word ? [position] : []));
      if (positions.length > 0) expected.push([numbers[i] as number, positions]);
    }
    const cursor = snapshot.postings(word);
    const list: [number, number[]][] = [];
    while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
      list.push([cursor.document, [...cursor.positions()]]);
    }
    expect(list, where).toEqual(expected);
    expect(snapshot.term(word), where).toEqual({
      documentFrequency: expected.length,
      collectionFrequency: expected.reduce((sum, [, positions]) => sum + positions.length, 0),
    });
  }
  for (const [i, document] of numbers.entries()) {
    expect(await snapshot.readTokens(document), where).toEqual(texts[i]);
    expect(snapshot.length(document), where).toBe(texts[i]?.length);
    expect(snapshot.id(document), where).toBe(ids[i]);
  }
  await snapshot.close();
}
