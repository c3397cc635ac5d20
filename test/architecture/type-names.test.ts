import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Type names that several files export, with the files. */
function findSharedNames(sources: ReadonlyMap<string, string>): string[] {
  const filesByName = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const declared = text.matchAll(/^export (?:abstract )?(?:class|interface|type|enum) (\w+)/gm);
    for (const [, name = ""] of declared)
      filesByName.set(name, [...(filesByName.get(name) ?? []), path]);
  }
  return [...filesByName]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

function readSources(folder: string): [string, string][] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ts$/.test(name) && !/\.(test|contract|generated)\.ts$/.test(name))
    .map((name) => [join(folder, name), readFileSync(join(root, folder, name), "utf8")]);
}

test("no two types share a name", () => {
  const sources = new Map(["src", "experiments"].flatMap(readSources));
  expect(sources.size).toBeGreaterThan(300);
  expect(findSharedNames(sources)).toEqual([]);
});

test("the checker detects a shared type name and ignores a repeated value", () => {
  const sources = new Map([
    ["src/a.ts", "export interface Kernel {}\nexport const x = 1;"],
    ["src/b.ts", "export type Kernel = number;\nexport const x = 2;\ninterface Own {}"],
    ["src/c.ts", "interface Own {}"],
  ]);
  expect(findSharedNames(sources)).toEqual(["Kernel: src/a.ts, src/b.ts"]);
});
