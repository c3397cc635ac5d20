/**
 * R4 and R7b of the promises, on a real disk with real processes: of two concurrent writers exactly
 * one succeeds; a file-size limit, a lack of file descriptors or a full disk ends a writer with a
 * named error and costs no commit. Needs the built library and bash; the full disk is a small one
 * in memory, which only root can mount.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkIndex } from "../../src/index/check-index.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { commitOnce, findStrayFiles } from "./workload.ts";

const WRITER = fileURLToPath(new URL("./limited-writer.mjs", import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-limits-"));
});

afterEach(() => rm(folder, { recursive: true }));

// Blocks of 1,024 bytes; the writer's files exceed each of these eventually.
test.each([4, 9, 16, 33, 64])("a limit of %i KiB a file", async (limit) => {
  const { commits, failure } = await write(`ulimit -f ${limit}`, 30);
  expect(failure).toBe("IO EFBIG");
  await expectIntact(commits);
});

// A segment with positions needs two open files at once, and printing one more.
test.each([
  [0, "IO EMFILE"],
  [1, "IO EMFILE"],
  [3, "done"],
])("%i free file descriptors: %s", async (free, expected) => {
  const { commits, failure } = await write("ulimit -n 200", 3, free);
  expect(failure).toBe(expected);
  await expectIntact(commits);
});

/**
 * True if a small disk can be mounted here, tested by doing it; containers may refuse it even to
 * root.
 */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const mountPoint = mkdtempSync(join(tmpdir(), "termwise-mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", mountPoint]);
  if (mounted.status === 0) spawnSync("umount", [mountPoint]);
  rmdirSync(mountPoint);
  return mounted.status === 0;
}

test.skipIf(!canMount()).each([40, 150, 420])("a disk of %i KiB that is full", async (size) => {
  const mount = (...options: string[]): number | null =>
    spawnSync("mount", [...options, "tmpfs", folder]).status;
  expect(mount("-t", "tmpfs", "-o", `size=${size}k`)).toBe(0);
  try {
    const { commits, failure } = await write("true", 60);
    expect(failure).toBe("IO ENOSPC");
    expect(mount("-o", `remount,size=${2 * size + 400}k`)).toBe(0);
    await expectIntact(commits);
  } finally {
    expect(spawnSync("umount", [folder]).status).toBe(0);
  }
});

test("of two writers that start together one succeeds and the other gets an error", async () => {
  for (let race = 0; race < 10; race++) {
    const [one, two] = await Promise.all([write("true", 1), write("true", 1)]);
    const outcomes = [one.failure, two.failure].sort();
    // The later one may also start after the first is done, and then succeeds.
    expect([
      ["LOCKED undefined", "done"],
      ["done", "done"],
    ]).toContainEqual(outcomes);
  }
  expect((await checkIndex(await NodeDirectory.open(folder))).damages).toEqual([]);
}, 60_000);

/** Runs a writer after a shell command; returns its output. */
async function write(
  command: string,
  ...more: readonly number[]
): Promise<{ commits: number; failure: string }> {
  const child = spawn(
    "bash",
    ["-c", `${command} && exec "$0" "$@"`, process.execPath, WRITER, folder, ...more.map(String)],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await new Promise((resolve) => child.on("close", resolve));
  const lines = printed.trim().split("\n");
  return { commits: lines.length - 1, failure: lines.at(-1) ?? "" };
}

/** All acknowledged commits exist, perhaps one more, and the next one cleans up. */
async function expectIntact(commits: number): Promise<void> {
  const directory = await NodeDirectory.open(folder);
  if (commits > 0) {
    expect((await checkIndex(directory)).damages).toEqual([]);
    const snapshot = await IndexSnapshot.open(directory);
    expect([commits, commits + 1]).toContain(snapshot.generation);
    expect(snapshot.documentCount).toBe(10 * snapshot.generation);
    await snapshot.close();
  }
  await commitOnce(directory);
  expect(await findStrayFiles(directory)).toEqual([]);
}
