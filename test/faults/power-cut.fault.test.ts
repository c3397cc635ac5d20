/**
 * R1a, R1c and R2 of the promises: a power cut at any operation leaves the last acknowledged commit
 * or the one being written, and every line of code for it is necessary. FAULT_CUTS and FAULT_SEED
 * widen the search.
 */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { FaultyDirectory, PowerCut } from "./faulty-directory.ts";
import { MUTANTS, MutantDirectory, type Mutation } from "./mutant-directory.ts";
import {
  commitOnce,
  findStrayFiles,
  formatState,
  readState,
  runWorkload,
  STATES,
} from "./workload.ts";

const CUTS = Number(process.env.FAULT_CUTS ?? 6_000);
const SEED = Number(process.env.FAULT_SEED ?? 1);

test(`${CUTS} power cuts leave the old commit or the new one`, async () => {
  const cuts = await listCuts();
  expect(cuts.length).toBeGreaterThan(200);
  for (let i = 0; i < CUTS; i++) {
    const [seed, cutIndex] = [SEED + Math.floor(i / cuts.length), i % cuts.length];
    const { acknowledged, afterCrash } = cuts[cutIndex] as Cut;
    const where = `seed ${seed}, operation ${cutIndex + 1}`;
    const disk = afterCrash(new Random(seed).split(String(cutIndex + 1)));
    await expectOldOrNew(new FaultyDirectory({ disk }), acknowledged, where);
  }
}, 600_000);

test.each(MUTANTS)(
  "an index that does not %s is detected",
  async (_, mutation) => {
    await expect(searchUntilCaught(mutation)).resolves.toBe("caught");
  },
  120_000,
);

test("an unmodified index passes", async () => {
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

/** A point in the life of an index at which the power may fail. */
interface Cut {
  readonly acknowledged: number;
  readonly afterCrash: (random: Random) => Map<string, Uint8Array>;
}

/**
 * Every such point: the work before it is the same wherever the power fails, so it is done once.
 */
async function listCuts(): Promise<readonly Cut[]> {
  const cuts: Cut[] = [];
  let acknowledged = 0;
  const disk = new FaultyDirectory({
    onOperation: (afterCrash) => cuts.push({ acknowledged, afterCrash }),
  });
  await runWorkload(disk, (commits) => {
    acknowledged = commits;
  });
  return cuts;
}

/** Cuts the power at one operation and checks the result; false once the workload completes. */
async function cutAt(failAt: number, seed: number, mutation: Mutation): Promise<boolean> {
  const disk = new FaultyDirectory({ failAt });
  let acknowledged = 0;
  const isDone = await survives(() =>
    runWorkload(new MutantDirectory(disk, mutation), (commits) => {
      acknowledged = commits;
    }),
  );
  const random = new Random(seed).split(String(failAt));
  const survivor = new FaultyDirectory({ disk: disk.afterCrash(random) });
  const where = `seed ${seed}, operation ${failAt}`;
  await expectOldOrNew(new MutantDirectory(survivor, mutation), acknowledged, where);
  return !isDone;
}

/** The result is an acknowledged commit or the one after it, and work continues from there. */
async function expectOldOrNew(
  survivor: Directory,
  acknowledged: number,
  where: string,
): Promise<void> {
  const allowed = STATES.slice(acknowledged, acknowledged + 2).map(formatState);
  const before = await readState(survivor);
  expect(allowed, where).toContain(formatState(before));
  await commitOnce(survivor);
  expect(formatState(await readState(survivor)), where).toBe(
    formatState({ ...before, z: "after" }),
  );
  if (acknowledged === 0 && (await findStrayFiles(survivor)).length > 0) {
    // Files emptied before the first commit can be recognised as ours only after one.
    await commitOnce(survivor);
  }
  expect(await findStrayFiles(survivor), where).toEqual([]);
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
