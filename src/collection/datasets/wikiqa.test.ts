import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Collection } from "../collection.ts";
import { openWikiQa } from "./wikiqa.ts";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function open(contents: Record<string, string>): Promise<Collection> {
  const collection = await openWikiQa(new MemoryFiles(contents), "some/wiki");
  if (collection === undefined) throw new Error("the folder was not taken for WikiQA");
  return collection;
}

const train = [
  "why is ice slick ?\tIce is cold .\t0",
  "why is ice slick ?\tA film of water covers it .\t1",
  "who plays ?\tright\t0",
  "who plays ?\tright\t0",
  "why is ice slick ?\tIce floats .\t0",
].join("\n");

describe("openWikiQa", () => {
  test("creates a document and a judgement from every line, and a query from every question", async () => {
    const collection = await open({
      "some/wiki/WikiQASent-train.txt": train,
      "some/wiki/WikiQASent-test.txt": "who plays ?\tright\t1\n",
    });
    expect(collection).toMatchObject({ name: "wiki", format: "wikiqa", splits: ["train", "test"] });
    expect(await all(collection.queries("train"))).toEqual([
      { id: "train-1", text: "why is ice slick ?" },
      { id: "train-2", text: "who plays ?" },
    ]);
    expect(await all(collection.documents())).toEqual([
      { id: "train-1-1", text: "Ice is cold ." },
      { id: "train-1-2", text: "A film of water covers it ." },
      { id: "train-2-1", text: "right" },
      { id: "train-2-2", text: "right" },
      { id: "train-1-3", text: "Ice floats ." },
      { id: "test-1-1", text: "right" },
    ]);
    expect(await all(collection.judgements("train"))).toEqual([
      { query: "train-1", document: "train-1-1", grade: 0 },
      { query: "train-1", document: "train-1-2", grade: 1 },
      { query: "train-2", document: "train-2-1", grade: 0 },
      { query: "train-2", document: "train-2-2", grade: 0 },
      { query: "train-1", document: "train-1-3", grade: 0 },
    ]);
    expect(await all(collection.judgements("test"))).toEqual([
      { query: "test-1", document: "test-1-1", grade: 1 },
    ]);
  });

  test.each([
    ["a line of two columns", "q\tsentence", "expected a question, a sentence and a label"],
    ["a line of four columns", "q\ts\t1\t1", "expected a question, a sentence and a label"],
    ["another label", "q\ts\t2", 'a label must be 0 or 1, got "2"'],
  ])("rejects %s with the position", async (_, line, rule) => {
    const collection = await open({ "some/wiki/WikiQASent-dev.txt": `q\ts\t0\n${line}\n` });
    await expect(all(collection.documents())).rejects.toThrow(
      `some/wiki/WikiQASent-dev.txt:2: ${rule}`,
    );
  });

  test("does not open another folder", async () => {
    const files = new MemoryFiles({ "some/wiki/corpus.jsonl": "" });
    expect(await openWikiQa(files, "some/wiki")).toBeUndefined();
  });
});
