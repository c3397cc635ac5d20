import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../storage/memory-files.ts";
import { readClicks } from "./click-file.ts";

async function createFiles(text: string): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  await files.write("f", [new TextEncoder().encode(text)]);
  return files;
}

describe("readClicks", () => {
  test("reads JSON lines and tab-separated columns", async () => {
    const line = JSON.stringify({ query: "red lamp", shown: ["a", "b"], clicked: ["b"] });
    const files = await createFiles(`${line}\nred lamp\ta b\tb\n\nblue\tc\t\n`);
    expect(await readClicks(files, "f")).toEqual([
      { query: "red lamp", shown: ["a", "b"], clicked: ["b"] },
      { query: "red lamp", shown: ["a", "b"], clicked: ["b"] },
      { query: "blue", shown: ["c"], clicked: [] },
    ]);
  });

  test.each([
    ["red\ta", "f:1: a line of clicks has a query"],
    ['{"query": "x", "shown": "a", "clicked": []}', "f:1: a line of clicks has a query"],
    ["{nonsense", "f:1: not valid JSON"],
  ])("refuses %s", async (line, message) => {
    await expect(readClicks(await createFiles(line), "f")).rejects.toThrow(message);
  });
});
