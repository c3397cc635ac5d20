import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOMS, violations } from "./house.ts";

const root = join(import.meta.dirname, "../..");

function read(folder: string): [string, string][] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[mc]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file), readFileSync(file, "utf8")]);
}

/** Tests may use anything; the library and its shells may not. */
const sources = new Map(
  ["src", "apps", "experiments"]
    .flatMap(read)
    .filter(([path]) => !/\.(test|contract)\.ts$/.test(path)),
);

test("the house stands: rooms import only rooms above them, and every file keeps the rules", () => {
  expect(sources.size).toBeGreaterThan(30);
  expect(violations(sources)).toEqual([]);
});

test("every room has a door that is exported, and the plan in the docs names the same rooms", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const doors = ROOMS.filter((room) => sources.has(`src/${room}/index.ts`));
  for (const room of doors) {
    expect(exports[`./${room}`]).toBe(`./dist/src/${room}/index.js`);
  }
  const plan = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = [...plan.matchAll(/^## `([a-z]+)\/`/gm)].map(([, room]) => room);
  expect(named).toEqual(doors);
});

describe("the test of the test: a house that breaks a rule is noticed", () => {
  const broken = (files: Record<string, string>): string[] =>
    violations(new Map(Object.entries(files)));

  test("a room that imports a later one", () => {
    expect(broken({ "src/text/stem.ts": 'import { x } from "../ranking/bm25.ts";' })).toEqual([
      "src/text/stem.ts imports src/ranking/bm25.ts, a later room",
    ]);
  });

  test("re-ranking that imports learning", () => {
    expect(broken({ "src/reranking/a.ts": 'import "../training/b.ts";' })).toEqual([
      "src/reranking/a.ts imports src/training/b.ts; reranking does without",
    ]);
    expect(broken({ "src/reranking/a.ts": 'import "../scoring/b.ts";' })).toEqual([]);
  });

  test("a later room loaded on demand or passed on", () => {
    expect(broken({ "src/text/a.ts": 'await import("../index/b.ts");' })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": 'export * from "../index/b.ts";' })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": 'import type { B } from "../index/b.ts";' })).toHaveLength(1);
  });

  test("a room that nobody planned", () => {
    expect(broken({ "src/extras/a.ts": "" })).toEqual(["src/extras/a.ts is in no known room"]);
  });

  test("the library reaching for a shell, or for Node outside of node-*.ts", () => {
    expect(broken({ "src/text/a.ts": 'import "../../apps/cli/main.ts";' })).toHaveLength(1);
    expect(broken({ "src/storage/a.ts": 'import "node:fs";' })).toHaveLength(1);
    expect(broken({ "src/storage/node-a.ts": 'import "node:fs";' })).toEqual([]);
  });

  test("files that import each other in a circle", () => {
    const circle = {
      "src/text/a.ts": 'import { b } from "./b.ts";',
      "src/text/b.ts": 'import { a } from "./a.ts";',
    };
    expect(broken(circle)).toEqual([
      "circular import: src/text/a.ts > src/text/b.ts > src/text/a.ts",
    ]);
  });

  test("a name that says nothing, a name not in kebab-case, a file that is too long", () => {
    expect(broken({ "src/text/utils.ts": "" })).toHaveLength(1);
    expect(broken({ "src/text/StemIt.ts": "" })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": "\n".repeat(500) })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": `/** A data table. */${"\n".repeat(500)}` })).toEqual([]);
  });
});
