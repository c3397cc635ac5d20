import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../storage/memory-files.ts";
import { readClicks, readQuestionPairs } from "./signal-files.ts";

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

describe("readAnswerPairs", () => {
  test("reads pairs; a repeated question has two answers", async () => {
    const json = JSON.stringify({ question: "why", document: "d9" });
    const files = await createFiles(`why\td1\nhow\td2\n${json}\n`);
    const { queries, judgements } = await readQuestionPairs(files, "f");
    expect(queries).toEqual([
      { id: "why", text: "why" },
      { id: "how", text: "how" },
    ]);
    expect(judgements.get("why")).toEqual(
      new Map([
        ["d1", 1],
        ["d9", 1],
      ]),
    );
  });

  test("refuses a line without an answer", async () => {
    await expect(readQuestionPairs(await createFiles("why\n"), "f")).rejects.toThrow(
      "f:1: a line of pairs has a question and the id of the document that answers it",
    );
  });
});
