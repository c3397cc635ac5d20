/** Rules of safety that a reader of the sources can check: who removes files, and which clock is read. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stripComments } from "./import-graph.ts";

const root = join(import.meta.dirname, "../..");
const sources = ["src", "apps", "adapters"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.ts$/.test(file)),
);
const readCode = (file: string): string => stripComments(readFileSync(join(root, file), "utf8"));
const findSources = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readCode(file))).sort();

describe("files are removed", () => {
  test("recursively nowhere", () => {
    const recursive = /\brm(?:dir)?(?:Sync)?\([^;]*recursive: true/;
    expect(recursive.test("await rm(folder, {\n recursive: true });")).toBe(true);
    expect(findSources(recursive)).toEqual([]);
  });

  test("of a folder by a function that accepts each name, in these places", () => {
    expect(findSources(/\bremoveOwnFolder\(/)).toEqual([
      "apps/cli/atomic-folder.ts",
      "apps/server/tasks/pruned-copies.ts",
      "apps/server/tasks/remove-index.ts",
      "apps/server/tasks/training-jobs.ts",
      "src/collection/packages/node-package-install.ts",
      "src/search/site/node-site-files.ts",
      "src/storage/node-remove-folder.ts",
    ]);
  });

  test("of a folder whatever their names only where this process has chosen the folder's name", () => {
    expect(findSources(/\bisAnyFile\b/)).toEqual([
      "apps/cli/atomic-folder.ts",
      "src/collection/packages/node-package-install.ts",
      "src/storage/node-remove-folder.ts",
    ]);
  });

  test("of an index by its own list only", () => {
    expect(findSources(/\bremoveOwnFiles\(/)).toEqual([
      "apps/cli/start-discrimination.ts",
      "apps/server/tasks/remove-index.ts",
      "src/index/commits/remove-index.ts",
    ]);
  });
});

test("time is measured by a clock that nobody can set", () => {
  expect(findSources(/\bDate\.now\(\)/)).toEqual([]);
});
