/**
 * An interrupted backup is the previous backup or the complete new one, and the next run completes
 * it: by a power cut at every operation, and by `kill -9` of `termwise backup` and `termwise
 * restore` beside a writer that commits and merges. Needs the built library. FAULT_KILLS sets how
 * often, FAULT_SEED the random seed.
 */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { backupIndex } from "../../src/index/backups/index.ts";
import { checkIndex } from "../../src/index/check-index.ts";
import { readCommit } from "../../src/index/commits/commit.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { FaultyDirectory, PowerCut } from "./faulty-directory.ts";
import { runCommand } from "./run-command.ts";
import { formatState, readState, runWorkload, STATES } from "./workload.ts";

const KILLS = Number(process.env.FAULT_KILLS ?? 6);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const WRITER = fileURLToPath(new URL("./kill-writer.mjs", import.meta.url));

async function readAll(directory: Directory): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of await directory.list()) files.set(name, await directory.read(name));
  return files;
}

test("power cuts at every operation of backups leave the previous one or the new one", async () => {
  const source = new MemoryDirectory();
  const collected: Promise<Map<string, Uint8Array>>[] = [];
  await runWorkload(source, () => collected.push(readAll(source)));
  const commits = [new Map<string, Uint8Array>(), ...(await Promise.all(collected))];
  const random = new Random(SEED);
  for (let to = 1; to < commits.length; to++) {
    const [before = new Map(), after = new Map()] = [commits[to - 1], commits[to]];
    const index = new MemoryDirectory(after);
    const [old, complete] = [STATES[to - 1] ?? {}, STATES[to] ?? {}].map(formatState);
    for (let failAt = 1; ; failAt++) {
      const target = new FaultyDirectory({ disk: before, failAt });
      const error = await backupIndex(index, target).catch((reason: unknown) => reason);
      if (!(error instanceof PowerCut)) break;
      const disk = new MemoryDirectory(target.afterCrash(random));
      const where = `seed ${SEED}, commit ${to}, ${target.failedOperation}`;
      expect([old, complete], where).toContain(formatState(await readState(disk)));
      await backupIndex(index, disk);
      expect(formatState(await readState(disk)), where).toBe(complete);
      expect((await disk.list()).length, where).toBe(after.size);
    }
  }
}, 300_000);

/** The ids that the writer's commit of a generation has; kill-writer.mjs says which. */
function listExpectedIds(generation: number): string[] {
  const all = Array.from({ length: generation }, (_, i) => i + 1);
  return all.filter((id) => id === generation || id % 3 !== 0).map(String);
}

/** Checks that a folder is one whole commit, and returns its generation; 0 for none. */
async function checkWhole(folder: string, where: string): Promise<number> {
  const directory = await NodeDirectory.open(folder);
  if ((await readCommit(directory)) === undefined) return 0;
  expect((await checkIndex(directory)).damages, where).toEqual([]);
  const snapshot = await IndexSnapshot.open(directory);
  const numbers = Array.from({ length: snapshot.documentLimit }, (_, document) => document);
  const live = numbers.filter((each) => snapshot.find(snapshot.id(each)) === each);
  const ids = live.map((each) => snapshot.id(each));
  expect(ids, where).toEqual(listExpectedIds(snapshot.generation));
  await snapshot.close();
  return snapshot.generation;
}

test(`${KILLS} killed backups and restores beside a writer leave whole commits`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "termwise-kill-backup-"));
  const at = (name: string): string => join(folder, name);
  const random = new Random(SEED);
  const writer = spawn(process.execPath, [WRITER, at("index"), "0", "50"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve) => writer.stdout.once("data", resolve)); // the first commit
    writer.stdout.resume();
    const backup = ["backup", at("index"), "--to", at("backup")];
    const restore = ["restore", at("backup"), "--to", at("restored")];
    const begun = performance.now();
    expect(await runCommand(backup)).toBe(0);
    const usual = performance.now() - begun;
    let [generation, killed] = [await checkWhole(at("backup"), "first"), 0];
    for (let round = 0; killed < KILLS; round++) {
      const where = `seed ${SEED}, round ${round}`;
      const isRestore = round % 3 === 2;
      await rm(at("restored"), { recursive: true, force: true });
      const delay = usual * (0.3 + 0.9 * random.uniform());
      const code = await runCommand(isRestore ? restore : backup, delay);
      if (code === undefined) killed++;
      const now = await checkWhole(at("backup"), where);
      expect(now, where).toBeGreaterThanOrEqual(generation);
      generation = now;
      if (!isRestore) continue;
      expect([0, generation], where).toContain(await checkWhole(at("restored"), where));
      expect(await runCommand(restore), where).toBe(0); // again, or there is nothing to do
      expect(await checkWhole(at("restored"), where)).toBe(generation);
    }
    expect(await runCommand(backup)).toBe(0);
    expect(await checkWhole(at("backup"), "last")).toBeGreaterThan(1);
  } finally {
    writer.kill("SIGKILL");
    await new Promise((resolve) => writer.on("close", resolve));
    await rm(folder, { recursive: true });
  }
}, 900_000);
