/**
 * R7 of the promises: a failed write fails as a whole. An I/O error at any operation, once or from
 * then on, reaches the caller; the writer closes itself and every file; the last commit stays
 * readable; the next commit leaves no stray file. In a fixed workload and in random ones:
 * FAULT_ERRORS sets the minimum number of errors, FAULT_SEED the random workloads.
 */

import { expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { type Fault, FaultyDirectory } from "./faulty-directory.ts";
import { createRandomWorkload, runRandomWorkload } from "./random-workload.ts";
import {
  commitOnce,
  findStrayFiles,
  formatState,
  readState,
  runWorkload,
  STATES,
  type State,
} from "./workload.ts";

const ERRORS = Number(process.env.FAULT_ERRORS ?? 1_000);
const SEED = Number(process.env.FAULT_SEED ?? 1);

const FAULTS: readonly Fault[] = ["error once", "error from then on"];

test.each(FAULTS)(
  "%s, at every operation of a fixed workload",
  async (fault) => {
    const { failures, removals } = await failEverywhere(runWorkload, STATES, fault, fault);
    expect(failures).toBeGreaterThan(100);
    expect(removals).toBeGreaterThan(20);
  },
  120_000,
);

test(`${ERRORS} errors, at every operation of random workloads`, async () => {
  let failures = 0;
  for (let seed = SEED; failures < ERRORS; seed++) {
    const life = createRandomWorkload(seed);
    for (const fault of FAULTS) {
      const lived = (...where: Parameters<typeof runWorkload>) => runRandomWorkload(life, ...where);
      const where = `seed ${seed}, ${fault}`;
      failures += (await failEverywhere(lived, life.states, fault, where)).failures;
    }
  }
}, 900_000);

/** Fails every operation of a workload, one per run, and checks the result. */
async function failEverywhere(
  workload: typeof runWorkload,
  states: readonly State[],
  fault: Fault,
  name: string,
): Promise<{ failures: number; removals: number }> {
  let removals = 0; // removals of unneeded files, whose failure costs no commit
  for (let failAt = 1; ; failAt++) {
    const where = `${name}, operation ${failAt}`;
    const disk = new FaultyDirectory({ failAt, fault });
    let acknowledged = 0;
    const error = await catchFailure(() =>
      workload(disk, (commits) => {
        acknowledged = commits;
      }),
    );
    if (disk.operations < failAt) return { failures: failAt - 1, removals };
    if (disk.failedOperation.startsWith("remove ")) removals++;
    else {
      expect(error, where).toBeInstanceOf(TermwiseError);
      expect((error as TermwiseError).details.errno, where).toBe("ENOSPC");
    }
    expect(disk.openWriters, where).toBe(0);

    const allowed = states.slice(acknowledged, acknowledged + 2).map(formatState);
    const before = await readState(disk);
    expect(allowed, where).toContain(formatState(before));
    if (fault === "error from then on") continue; // the disk stays full
    await commitOnce(disk);
    expect(formatState(await readState(disk)), where).toBe(formatState({ ...before, z: "after" }));
    expect(await findStrayFiles(disk), where).toEqual([]);
  }
}

async function catchFailure(action: () => Promise<void>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return error;
  }
}
