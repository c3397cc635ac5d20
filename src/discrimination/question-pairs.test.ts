import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../storage/memory-files.ts";
import { readQuestionPairs } from "./question-pairs.ts";

async function createFiles(text: string): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  await files.write("f", [new TextEncoder().encode(text)]);
  return files;
}

describe("readQuestionPairs", () => {
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
