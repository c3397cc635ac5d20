/**
 * Every example runs on the built package like a user's program and prints its documented output.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLES, readExample } from "./examples.ts";

const scratch = join(import.meta.dirname, "../../.build/examples");

function run(name: string, code: string): string {
  mkdirSync(scratch, { recursive: true });
  const file = join(scratch, `${name}.mjs`);
  writeFileSync(file, code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} failed:\n${stderr}`);
  return stdout.trimEnd();
}

describe("the examples", () => {
  test.each(EXAMPLES.filter(({ inNode }) => inNode))(
    "$name prints its documented output in Node",
    ({ name, code, prints }) => {
      expect(run(name, code)).toBe(prints);
    },
  );

  test("state where they run and what they print, and are short; the first has ten lines", () => {
    expect(EXAMPLES.map(({ name }) => name)).toEqual([
      "evaluate-two-rankers",
      "filter",
      "in-a-browser",
      "in-a-worker",
      "learn-term-weights",
      "persist-and-reopen",
      "rerank-with-a-model",
      "search-in-ten-lines",
      "shop",
      "update-and-delete-while-searching",
    ]);
    for (const { name, inNode, inChromium, prints, lines } of EXAMPLES) {
      expect(inNode || inChromium, name).toBe(true);
      expect(prints, name).not.toBe("");
      expect(lines, name).toBeLessThanOrEqual(name === "search-in-ten-lines" ? 10 : 30);
    }
  });

  test("the checker detects a different output", () => {
    const example = readExample("x", "console.log(1);\n\n// In Node. Prints:\n// 2\n");
    expect(example).toMatchObject({ inNode: true, inChromium: false, prints: "2", lines: 1 });
    expect(run("self-test", example.code)).toBe("1");
  });
});
