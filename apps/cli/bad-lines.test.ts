import { describe, expect, test } from "vitest";
import { badInput } from "../../src/common/errors.ts";
import { Arguments } from "./arguments.ts";
import { BadLines } from "./bad-lines.ts";
import type { CommandContext } from "./command.ts";

const skipping = (): BadLines => new BadLines(new Arguments([], new Map([["skip-bad", true]])));

function collectReport(bad: BadLines): string[] {
  const notes: string[] = [];
  bad.report({ note: (text: string) => notes.push(text) } as unknown as CommandContext);
  return notes;
}

describe("BadLines", () => {
  test("counts each line of each file once, and shows the first", () => {
    const bad = skipping();
    expect(collectReport(bad)).toEqual([]);
    for (const line of [3, 70_000, 1, 3, 70_000]) {
      bad.options.onBad?.(badInput("a", line, "is bad"));
    }
    expect(collectReport(bad)).toEqual(["skipped 3 bad lines; the first is a:3: is bad"]);
    bad.options.onBad?.(badInput("b", 3, "is bad"));
    expect(collectReport(bad)).toEqual(["skipped 4 bad lines; the first is a:3: is bad"]);
  });

  test("lets the first bad line end the reading without --skip-bad", () => {
    expect(new BadLines(new Arguments([], new Map())).options).toEqual({});
  });

  test("takes a bit per line, however many are bad", () => {
    const bad = skipping();
    const rule = "x".repeat(2000);
    const before = process.memoryUsage().heapUsed;
    for (let line = 1; line <= 100_000; line++) {
      bad.options.onBad?.(badInput("a", line, `${line}${rule}`.slice(1)));
    }
    globalThis.gc?.();
    // The messages alone would be 200 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(120e6);
    expect(collectReport(bad)[0]).toMatch(/^skipped 100000 bad lines/);
  });
});
