/**
 * R1b and R4 of the promises: a process killed at any moment leaves its last acknowledged commit,
 * or the next; its lock does not outlive it. Needs the built library. FAULT_KILLS sets how often.
 */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { checkIndex } from "../../src/index/check-index.ts";
import { IndexWriter } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { findStrayFiles } from "./workload.ts";

const KILLS = Number(process.env.FAULT_KILLS ?? 25);
const WRITER = fileURLToPath(new URL("./kill-writer.mjs", import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-kill-"));
});

afterAll(() => rm(folder, { recursive: true }));

test(`${KILLS} killed writers leave their last commit or the next`, async () => {
  const random = new Random(Number(process.env.FAULT_SEED ?? 1));
  let generation = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const acknowledged = await writeAndKill(generation, random.below(400));
    const directory = await NodeDirectory.open(folder);
    if (acknowledged === 0) continue; // killed before there was an index
    expect((await checkIndex(directory)).damages, `kill ${kill}`).toEqual([]);
    const snapshot = await IndexSnapshot.open(directory);
    expect([acknowledged, acknowledged + 1], `kill ${kill}`).toContain(snapshot.generation);
    generation = snapshot.generation;
    expect(readIds(snapshot), `kill ${kill}`).toEqual(listExpectedIds(generation));
    await snapshot.close();
  }
  expect(generation).toBeGreaterThan(KILLS);
  const directory = await NodeDirectory.open(folder);
  const writer = await IndexWriter.open(directory); // the dead writer's lock is taken over
  await writer.add({ id: "end", text: "end" });
  await writer.commit();
  await writer.close();
  expect(await findStrayFiles(directory)).toEqual([]);
}, 300_000);

/** Lets a writer run for some time after its first commit; returns its last acknowledged one. */
async function writeAndKill(from: number, milliseconds: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, folder, String(from)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  let isDying = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    if (isDying) return;
    isDying = true;
    setTimeout(() => child.kill("SIGKILL"), milliseconds);
  });
  const [, signal] = await new Promise<[unknown, unknown]>((resolve) => {
    child.on("close", (...how) => resolve(how));
  });
  expect(signal).toBe("SIGKILL");
  const lines = printed.split("\n").slice(0, -1); // the last line may be incomplete
  return Number(lines.at(-1) ?? from);
}

function readIds(snapshot: IndexSnapshot): string[] {
  const numbers = Array.from({ length: snapshot.documentLimit }, (_, document) => document);
  return numbers
    .filter((document) => snapshot.find(snapshot.id(document)) === document)
    .map((document) => snapshot.id(document));
}

function listExpectedIds(generation: number): string[] {
  const all = Array.from({ length: generation }, (_, i) => i + 1);
  return all.filter((id) => id === generation || id % 3 !== 0).map(String);
}
