/** Which files may start other programs, fetch addresses or make code of text: those that say so in SECURITY.md. */

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

test("programs are started in two files, without a shell", () => {
  expect(sources.length).toBeGreaterThan(400);
  const starters = findSources(/(?<!typeof )(from |import\(|loadNodeModule\()"node:child_process"/);
  expect(starters).toEqual([
    "apps/cli/experiment-report.ts",
    "src/collection/packages/node-npm.ts",
  ]);
  for (const file of starters) {
    const text = readFileSync(join(root, file), "utf8");
    expect(text).toMatch(/(import|const) \{ execFile \}/);
    expect(text).not.toMatch(/shell: *(true|["'`])/);
  }
});

test("no text becomes code", () => {
  expect(findSources(/\beval\(|new Function\(|node:vm|setTimeout\(["'`]/)).toEqual([]);
});

test("the page makes no markup of text", () => {
  expect(findSources(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/)).toEqual([]);
});
