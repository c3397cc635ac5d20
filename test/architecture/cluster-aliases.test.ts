/**
 * The files of test/cluster share one cluster and run in any order, those that failed or took long
 * first. Each has aliases of its own, so that none finds the index of another.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../cluster");
const ALIAS = /(?:alias(?::| =)|publish\() ?"([\w.-]+)"/g;

test("no two files of the cluster suite publish under one alias", () => {
  const owners = new Map<string, Set<string>>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".test.ts"))) {
    for (const [, alias = ""] of readFileSync(join(folder, file), "utf8").matchAll(ALIAS)) {
      owners.set(alias, (owners.get(alias) ?? new Set()).add(file));
    }
  }
  expect(owners.size).toBeGreaterThan(10);
  const shared = [...owners].filter(([, files]) => files.size > 1);
  expect(shared.map(([alias, files]) => `${alias}: ${[...files].join(", ")}`)).toEqual([]);
});
