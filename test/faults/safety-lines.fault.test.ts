/**
 * R1c of the promises beyond the order of a commit: each line that keeps an index safe is
 * necessary. The built library is copied, one line is removed, and its scenario must fail; with all
 * lines in place it must not.
 */

import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { createFreshFolder } from "./stores.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCRIPT = fileURLToPath(new URL("safety-lines.mjs", import.meta.url));

/** In the built files: the line, its replacement, and the scenario that detects it. */
const LINES: readonly (readonly [scenario: string, file: string, line: string, instead: string])[] =
  [
    [
      "files read late stay readable",
      "index/snapshots/open-segments.js",
      "open.get(name)?.readShared() ?? directory.readShared(name)",
      "directory.readShared(name)",
    ],
    [
      "a rebuilt index is another one",
      "index/snapshots/open-segments.js",
      "JSON.stringify([indexId, name, files, isRemote])",
      "name",
    ],
    ["an error is not remembered", "index/segments/segment.js", "this.#stored = undefined;", ""],
    ["an error is not remembered", "index/segments/segment.js", "this.#forward = undefined;", ""],
    [
      "a commit that was replaced meanwhile is read again",
      "index/commits/commit.js",
      "if (!isSameCommit(commit, now))",
      "if (false)",
    ],
    [
      "a file that cannot be removed costs no commit",
      "index/commits/file-collector.js",
      'return error.code === "NOT_FOUND";',
      "throw error;",
    ],
    [
      "files of others stay",
      "index/commits/file-collector.js",
      'if (origin === "ours" || isRemnant)',
      "if (true)",
    ],
    [
      "a pending commit of others stays",
      "index/commits/commit.js",
      'if ((await detectOrigin(directory, PENDING_COMMIT_FILE)) === "foreign")',
      "if (false)",
    ],
    [
      "a commit of others stays",
      "index/index-writer.js",
      "await checkPointerOwned(directory);",
      "",
    ],
    [
      "what a writer made and never committed goes",
      "index/index-writer.js",
      "await this.#segments.abandon();",
      "",
    ],
    [
      "a writer without its lock commits nothing",
      "index/segments/segment-list.js",
      "await this.#confirmLock();",
      "",
    ],
    [
      "a writer without its lock removes nothing",
      "index/segments/segment-list.js",
      "|| !(await this.#directory.isLocked(WRITER_LOCK))",
      "",
    ],
    ["a lock that another has is not released", "storage/node-lock.js", "if (await isHeld())", ""],
    [
      "what is being published is not taken back",
      "index/segments/segment-list.js",
      "this.#isPublishing = true;",
      "",
    ],
    [
      "the lock of a living container is respected",
      "storage/node-lock-holder.js",
      "if (!isLocal)",
      "if (false)",
    ],
  ];

let library: string;

beforeAll(async () => {
  const folder = await createFreshFolder();
  library = join(folder, "dist");
  cpSync(join(ROOT, "dist/src"), join(library, "src"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
});

describe("with all its lines the library keeps the promise", () => {
  test.each([...new Set(LINES.map(([scenario]) => scenario))])("%s", async (scenario) => {
    expect(await run(scenario)).toBe(0);
  });
});

describe("without one of them the scenario fails", () => {
  test.each(LINES)("%s: %s without %s", async (scenario, file, line, instead) => {
    const path = join(library, "src", file);
    const sound = readFileSync(path, "utf8");
    expect(sound.split(line).length, "the line stands there once").toBe(2);
    writeFileSync(
      path,
      sound.replace(line, () => instead),
    );
    try {
      expect(await run(scenario)).toBe(1);
    } finally {
      writeFileSync(path, sound);
    }
  });
});

/** The exit code of a scenario. */
function run(scenario: string): Promise<number | null> {
  const child = spawn(process.execPath, [SCRIPT, library, scenario], { stdio: "ignore" });
  return new Promise((resolve) => child.on("close", resolve));
}
