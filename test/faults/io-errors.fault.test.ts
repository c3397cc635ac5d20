/**
 * R7 of the promises: a failed write fails whole. An I/O error at any operation,
 * once or from then on, reaches the caller; the writer closes itself and every
 * file; the last commit stays readable; the next commit leaves no stray file.
 */

import { expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { type Fault, FaultyDirectory } from "./faulty-directory.ts";
import { commitOnce, runWorkload, STATES, shown, stateOf, straysOf } from "./workload.ts";

test.each<Fault>(["error once", "error from then on"])(
  "%s",
  async (fault) => {
    let failures = 0;
    let removals = 0; // of files that nobody needs: these cost no commit
    for (let failAt = 1; ; failAt++) {
      const where = `operation ${failAt}`;
      const disk = new FaultyDirectory({ failAt, fault });
      let acknowledged = 0;
      const error = await failureOf(() =>
        runWorkload(disk, (commits) => {
          acknowledged = commits;
        }),
      );
      if (disk.operations < failAt) break;
      failures++;
      if (disk.failedOperation.startsWith("remove ")) removals++;
      else {
        expect(error, where).toBeInstanceOf(TermwiseError);
        expect((error as TermwiseError).details.errno, where).toBe("ENOSPC");
      }
      expect(disk.openWriters, where).toBe(0);

      const allowed = STATES.slice(acknowledged, acknowledged + 2).map(shown);
      const before = await stateOf(disk);
      expect(allowed, where).toContain(shown(before));
      if (fault === "error from then on") continue; // the disk stays full
      await commitOnce(disk);
      expect(shown(await stateOf(disk)), where).toBe(shown({ ...before, z: "after" }));
      expect(await straysOf(disk), where).toEqual([]);
    }
    expect(failures).toBeGreaterThan(100);
    expect(removals).toBeGreaterThan(20);
  },
  120_000,
);

async function failureOf(action: () => Promise<void>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return error;
  }
}
