/**
 * R3 of the promises with real processes: a writer in one, readers in others
 * that hold their snapshots while it commits, merges and removes files. Needs
 * the built library and /proc. FAULT_COMMITS and FAULT_SECONDS set how long: it
 * ends when both are reached.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkIndex } from "../../src/index/check-index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { createFreshFolder } from "./stores.ts";
import { findStrayFiles } from "./workload.ts";

const COMMITS = Number(process.env.FAULT_COMMITS ?? 300);
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
/** Readers in each process. */
const READERS = [3, 3, 4];

test(
  `ten readers in three processes see complete, unchanging snapshots beside ${COMMITS} commits and ${SECONDS} s of another`,
  async () => {
    const folder = await createFreshFolder();
    const writer = run("pair-writer.mjs", [folder, String(COMMITS), String(SECONDS)]);
    await new Promise((resolve) => writer.child.stdout?.once("data", resolve));
    const readers = READERS.map((count) => run("pair-reader.mjs", [folder, String(count)]));
    const commits = Number((await writer.ended).split("\n")[1]);
    expect(commits).toBeGreaterThanOrEqual(COMMITS);
    for (const { child } of readers) child.stdin?.end();
    let searches = 0;
    for (const { ended } of readers) {
      const report = JSON.parse(await ended);
      expect(report).toMatchObject({ errors: [], failures: 0, descriptorsLeft: 0 });
      expect(report.generations).toBeGreaterThan(5);
      searches += report.searches;
    }
    expect(searches).toBeGreaterThan(commits);
    if (SECONDS > 0) console.log(`${commits} commits, ${searches} searches`);
    const directory = await NodeDirectory.open(folder);
    const { damages, generation } = await checkIndex(directory);
    expect([damages, generation, await findStrayFiles(directory)]).toEqual([[], commits, []]);
  },
  600_000 + 2000 * SECONDS,
);

/** Starts a script in a separate process; `ended` is its output. */
function run(
  script: string,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<string> } {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(printed)));
  return { child, ended };
}
