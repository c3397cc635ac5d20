import { beforeAll, describe, expect, test } from "vitest";
import {
  createTrainingFixture,
  type TrainingFixture,
} from "../scoring/training-fixture.contract.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import type { Example, ExampleSource } from "./examples.ts";
import { readIdTriples, readTextTriples } from "./triple-file.ts";

let fixture: TrainingFixture;
beforeAll(async () => {
  fixture = await createTrainingFixture();
});

async function collectExamples(source: ExampleSource): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const run of source.examples(0)) examples.push(...run);
  return examples;
}

describe("files of triples", () => {
  test("yield texts in the order of the file", async () => {
    const { sequences } = fixture;
    const files = new MemoryFiles({
      "t.tsv": "red wool\tcrimson wool\tazure clay\nblue\tazure\tolive\n",
    });
    const examples = await collectExamples(readTextTriples(files, "t.tsv", sequences));
    expect(examples).toEqual([
      {
        query: sequences.query("red wool"),
        documents: [sequences.text("crimson wool"), sequences.text("azure clay")],
        grades: [1, 0],
      },
      {
        query: sequences.query("blue"),
        documents: [sequences.text("azure"), sequences.text("olive")],
        grades: [1, 0],
      },
    ]);
  });

  test("look up ids and refuse an unknown one", async () => {
    const { sequences, snapshot } = fixture;
    const files = new MemoryFiles({
      "good.tsv": "7\tcrimson-wool\tazure-clay\n",
      "document.tsv": "7\tcrimson-wool\tazure-clay\n7\tcrimson-wool\tazure-sky\n",
      "query.tsv": "8\tcrimson-wool\tazure-clay\n",
    });
    const queries = new Map([["7", "red wool"]]);
    const read = (path: string) =>
      collectExamples(readIdTriples(files, path, sequences, snapshot, queries));
    const [example] = await read("good.tsv");
    expect(example?.documents[0]).toEqual(sequences.text("the wool is of crimson"));
    await expect(read("document.tsv")).rejects.toThrow(
      'document.tsv: triple 2 names the document "azure-sky", which is not in the index',
    );
    await expect(read("query.tsv")).rejects.toThrow(
      'query.tsv: triple 1 names the query "8", which is not among the queries',
    );
  });
});
