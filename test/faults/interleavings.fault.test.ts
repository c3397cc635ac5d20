/**
 * A writer and its readers as a state machine: random changes, commits, merges and re-openings of
 * the writer beside readers that open, read, hold and close snapshots, through the same directory
 * or their own, with every disk call in an order chosen by a scheduler. A snapshot always shows
 * exactly its commit. FAULT_RUNS sets how often, FAULT_SEED where it begins; a failure prints the
 * seed and the order.
 */

import fc, { type Scheduler } from "fast-check";
import { describe, expect, test } from "vitest";
import { checkIndex } from "../../src/index/check-index.ts";
import { IndexWriter } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { createScheduledDirectory } from "./scheduled-directory.ts";
import { STORES } from "./stores.ts";
import { findStrayFiles, formatState, OPTIONS, type State } from "./workload.ts";

const RUNS = Number(process.env.FAULT_RUNS ?? 40);
const SEED = Number(process.env.FAULT_SEED ?? 1);

type Step =
  | { readonly do: "put" | "delete"; readonly id: string }
  | { readonly do: "commit" | "merge" | "reopen" };

/** The number of reads per snapshot, for each snapshot that a reader opens in turn. */
interface Reader {
  readonly isOnItsOwn: boolean;
  readonly reads: readonly number[];
}

const ids = fc.constantFrom("a", "b", "c", "d");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("put", "put", "delete"), id: ids }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("commit", "commit", "merge", "reopen") }),
  },
) as fc.Arbitrary<Step>;
const reader: fc.Arbitrary<Reader> = fc.record({
  isOnItsOwn: fc.boolean(),
  reads: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
});

describe.each(STORES)("an index %s", (_, fresh) => {
  test(`${RUNS} interleavings of a writer and its readers show every snapshot as its commit`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 4, maxLength: 25 }),
        fc.array(reader, { minLength: 1, maxLength: 3 }),
        async (scheduler, steps, readers) => run(scheduler, await fresh(), steps, readers),
      ),
      { numRuns: RUNS, seed: SEED },
    );
  }, 600_000);
});

async function run(
  scheduler: Scheduler,
  disk: Directory,
  steps: readonly Step[],
  readers: readonly Reader[],
): Promise<void> {
  const shared = createScheduledDirectory(disk, scheduler, "shared");
  /** The contents of each generation, known before its commit begins. */
  const states = new Map<number, string>();
  const first = await openFirst(disk, states);
  const work = [
    write(shared, steps, states, first),
    ...readers.map(({ isOnItsOwn, reads }, i) => {
      const own = createScheduledDirectory(disk, scheduler, `reader ${i}`);
      return read(isOnItsOwn ? own : shared, reads, states);
    }),
  ];
  await scheduler.waitFor(Promise.all(work));
  expect((await checkIndex(disk)).damages).toEqual([]);
  expect(await findStrayFiles(disk)).toEqual([]);
}

/** The first commit, so that readers have something to open. */
async function openFirst(disk: Directory, states: Map<number, string>): Promise<State> {
  const writer = await IndexWriter.open(disk, { ...OPTIONS, durability: "none" });
  await writer.add({ id: "a", text: "first" });
  await writer.commit();
  await writer.close();
  states.set(1, formatState({ a: "first" }));
  return { a: "first" };
}

async function write(
  directory: Directory,
  steps: readonly Step[],
  states: Map<number, string>,
  first: State,
): Promise<void> {
  let writer = await IndexWriter.open(directory);
  let [committed, model, generation] = [first, { ...first }, 1];
  for (const [i, step] of steps.entries()) {
    if (step.do === "put") {
      model = { ...model, [step.id]: `text ${i}` };
      await writer.update({ id: step.id, text: `text ${i}` });
    } else if (step.do === "delete") {
      const { [step.id]: gone, ...rest } = model;
      expect(await writer.delete(step.id)).toBe(gone !== undefined);
      model = rest;
    } else if (step.do === "merge") {
      await writer.merge();
    } else if (step.do === "commit") {
      states.set(generation + 1, formatState(model)); // a reader may see it before the writer's call returns
      const now = await writer.commit();
      expect([generation, generation + 1]).toContain(now);
      [committed, generation] = [model, now];
    } else {
      await writer.close();
      writer = await IndexWriter.open(directory);
      model = committed;
    }
  }
  await writer.close();
}

async function read(
  directory: Directory,
  reads: readonly number[],
  states: ReadonlyMap<number, string>,
): Promise<void> {
  let last = 0;
  for (const times of reads) {
    const snapshot = await IndexSnapshot.open(directory);
    expect(snapshot.generation).toBeGreaterThanOrEqual(last);
    last = snapshot.generation;
    for (let time = 0; time < times; time++) {
      expect(formatState(await readState(snapshot))).toBe(states.get(last));
      await directory.list(); // yields to the others
    }
    await snapshot.close();
  }
}

async function readState(snapshot: IndexSnapshot): Promise<State> {
  const state: State = {};
  for (let document = 0; document < snapshot.documentLimit; document++) {
    const id = snapshot.id(document);
    if (snapshot.find(id) !== document) continue;
    const { text } = await snapshot.readStoredFields(document);
    expect((await snapshot.readTokens(document)).join(" ")).toBe(text);
    state[id] = String(text);
  }
  return state;
}
