import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));

interface LockEntry {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

test("the lock file covers every platform and names no registry", () => {
  const packages = readJson("package-lock.json").packages as Record<string, LockEntry>;
  const optional = Object.values(packages).flatMap((p) =>
    Object.keys(p.optionalDependencies ?? {}),
  );
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
  expect(Object.keys(packages).filter((key) => packages[key]?.resolved !== undefined)).toEqual([]);
});

test("docs/dependencies.md lists every dependency and nothing else", () => {
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
  } = readJson("package.json");
  const documentedPackages = readFileSync(join(root, "docs/dependencies.md"), "utf8").matchAll(
    /^\| `([^`]+)`/gm,
  );
  const needed = { ...dependencies, ...devDependencies, ...peerDependencies };
  expect([...documentedPackages].map(([, name]) => name).sort()).toEqual(
    Object.keys(needed).sort(),
  );
});
