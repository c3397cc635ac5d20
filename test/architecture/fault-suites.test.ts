/** A name that matches no test runs nothing and passes, so that its slices would be counted as done. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const script = readFileSync(join(root, "scripts/test-faults.mjs"), "utf8");
const suites = Array.from(
  script.matchAll(/name: "([\w-]+)",\s+test: "([^"]+)"/g),
  ([, suite = "", name = ""]) => [suite, name] as const,
);

test("each suite of the full run names one test of its file", () => {
  expect(suites.length).toBeGreaterThan(4);
  for (const [suite, name] of suites) {
    const code = readFileSync(join(root, `test/faults/${suite}.fault.test.ts`), "utf8");
    const titles = code.match(/\btest\(["`][^\n]*/g) ?? [];
    expect([suite, name, titles.filter((title) => title.includes(name)).length]).toEqual([
      suite,
      name,
      1,
    ]);
  }
});
