/**
 * R1a, R1c and R2 of the promises: a power cut at any operation leaves the last
 * acknowledged commit or the one being written, and each line of code that
 * makes it so is needed. FAULT_CUTS and FAULT_SEED widen the search.
 */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { FaultyDirectory, PowerCut } from "./faulty-directory.ts";
import { MUTANTS, MutantDirectory, type Mutation } from "./mutant-directory.ts";
import { commitOnce, runWorkload, STATES, shown, stateOf, straysOf } from "./workload.ts";

const CUTS = Number(process.env.FAULT_CUTS ?? 6_000);
const SEED = Number(process.env.FAULT_SEED ?? 1);

test(`${CUTS} power cuts leave the old commit or the new one`, async () => {
  let cuts = 0;
  for (let seed = SEED; cuts < CUTS; seed++) {
    for (let failAt = 1; await cutAt(failAt, seed); failAt++) cuts++;
  }
  expect(cuts).toBeGreaterThanOrEqual(CUTS);
}, 600_000);

test.each(MUTANTS)(
  "an index that would not %s is caught",
  async (_, mutation) => {
    await expect(searchUntilCaught(mutation)).resolves.toBe("caught");
  },
  120_000,
);

test("an index with no line missing is not", async () => {
  await expect(searchUntilCaught(() => false, 2)).resolves.toBe("not caught");
}, 120_000);

async function searchUntilCaught(mutation: Mutation, seeds = 40): Promise<string> {
  for (let seed = SEED; seed < SEED + seeds; seed++) {
    try {
      for (let failAt = 1; await cutAt(failAt, seed, mutation); failAt++);
    } catch {
      return "caught";
    }
  }
  return "not caught";
}

/** Cuts the power at one operation and looks at what is left; false once the work got through. */
async function cutAt(failAt: number, seed: number, mutation?: Mutation): Promise<boolean> {
  const where = `seed ${seed}, operation ${failAt}`;
  const disk = new FaultyDirectory({ failAt });
  const mutated = mutation === undefined ? disk : new MutantDirectory(disk, mutation);
  let acknowledged = 0;
  const isDone = await survives(() =>
    runWorkload(mutated, (commits) => {
      acknowledged = commits;
    }),
  );
  const random = new Random(seed).split(String(failAt));
  const left = new FaultyDirectory({ disk: disk.afterCrash(random) });
  const reopened = mutation === undefined ? left : new MutantDirectory(left, mutation);

  const allowed = STATES.slice(acknowledged, acknowledged + 2).map(shown);
  const before = await stateOf(reopened);
  expect(allowed, where).toContain(shown(before));
  await commitOnce(reopened);
  expect(shown(await stateOf(reopened)), where).toBe(shown({ ...before, z: "after" }));
  if (acknowledged === 0 && (await straysOf(reopened)).length > 0) {
    // What was emptied before there was any index can be told for ours only once there is one.
    await commitOnce(reopened);
  }
  expect(await straysOf(reopened), where).toEqual([]);
  return !isDone;
}

async function survives(action: () => Promise<void>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof PowerCut) return false;
    throw error;
  }
}
