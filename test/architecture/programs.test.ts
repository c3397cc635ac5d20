/** Only the files listed in SECURITY.md may start programs, fetch URLs or turn text into code. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = ["src", "apps", "adapters"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.ts$/.test(file)),
);
const findSources = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), "utf8"))).sort();

test("only three files start programs, and without a shell", () => {
  expect(sources.length).toBeGreaterThan(400);
  const starters = findSources(/(?<!typeof )(from |import\(|loadNodeModule\()"node:child_process"/);
  expect(starters).toEqual([
    "apps/cli/experiment-report.ts",
    "apps/cli/train-in-processes.ts",
    "src/collection/packages/node-npm.ts",
  ]);
  for (const file of starters) {
    const text = readFileSync(join(root, file), "utf8");
    expect(text).toMatch(/(import|const) \{ (execFile|type ChildProcess, fork) \}/);
    expect(text).not.toMatch(/shell: *(true|["'`])/);
  }
});

test("no file evaluates text as code", () => {
  expect(findSources(/\beval\(|new Function\(|node:vm|setTimeout\(["'`]/)).toEqual([]);
});

test("the page never parses text as markup", () => {
  expect(findSources(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/)).toEqual([]);
});
