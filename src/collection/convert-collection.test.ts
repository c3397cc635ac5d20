import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../storage/memory-files.ts";
import { NodeFiles } from "../storage/node-files.ts";
import type { Collection } from "./collection.ts";
import { convertCollection, OUTPUT_FORMATS, type OutputFormat } from "./convert-collection.ts";
import { createCollection, type QuerySet } from "./create-collection.ts";
import type { Document, Judgement, Query } from "./document.ts";
import { listVisibleFiles } from "./formats/paths.ts";
import { openCollection } from "./open-collection.ts";

const DOCUMENTS: Document[] = [
  { id: "d1", title: "Salt & ice", text: "a <b> c", fields: { byline: "Wren" } },
  { id: "d2", text: "plain" },
];
const QUERIES: Record<string, Query[]> = {
  train: [{ id: "q1", text: "salt", fields: { description: "of salt" } }],
  test: [{ id: "q2", text: "ice", exclude: ["d1"] }],
  later: [{ id: "q3", text: "mines" }],
};
const JUDGEMENTS: Record<string, Judgement[]> = {
  train: [{ query: "q1", document: "d1", grade: 2 }],
  test: [
    { query: "q2", document: "d2", grade: 1 },
    { query: "q2", document: "d1", grade: -1 },
  ],
};

async function* iterate<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

function createOriginal(
  documents: () => AsyncIterable<Document> = () => iterate(DOCUMENTS),
): Collection {
  const sets = Object.entries(QUERIES).map(([split, queries]): [string, QuerySet] => [
    split,
    { queries: () => iterate(queries), judgements: () => iterate(JUDGEMENTS[split] ?? []) },
  ]);
  return createCollection({ name: "x", format: "memory", documents, querySets: new Map(sets) });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function readEverything(collection: Collection) {
  const splits: Record<string, unknown> = {};
  for (const split of collection.splits) {
    splits[split] = {
      queries: await all(collection.queries(split)),
      judgements: await all(collection.judgements(split)),
    };
  }
  return { documents: await all(collection.documents()), splits };
}

/** What a format cannot represent. */
const LOST: Record<OutputFormat, readonly string[]> = {
  beir: [],
  jsonl: [],
  tsv: ["fields", "exclude"],
  trec: ["exclude"],
};

describe.each(OUTPUT_FORMATS)("a collection written as %s", (format) => {
  test.each([false, true])("round-trips, compressed: %s", async (gzip) => {
    const files = new MemoryFiles();
    await convertCollection(files, createOriginal(), "out", format, { gzip });
    const read = await openCollection(files, "out");
    expect(read.format).toBe(format);
    expect([...read.splits].sort()).toEqual(["later", "test", "train"]);
    const expected = JSON.stringify(await readEverything(createOriginal()), (name, value) =>
      LOST[format].includes(name) ? undefined : value,
    );
    expect(await readEverything(read)).toEqual(JSON.parse(expected));
  });

  test("leaves no files behind if its source fails", async () => {
    const files = new MemoryFiles();
    const failing = async function* (): AsyncGenerator<Document> {
      yield* DOCUMENTS;
      throw new Error("source failed");
    };
    await expect(convertCollection(files, createOriginal(failing), "out", format)).rejects.toThrow(
      "source failed",
    );
    expect(await files.kind("out")).toBeUndefined();
  });
});

describe("convertCollection", () => {
  test("keeps queries without judgements, in BEIR's split `all`", async () => {
    const files = new MemoryFiles({
      "in/kite.all": ".I 1\n.W\nlift\n",
      "in/kite.qry": ".I 1\n.W\na\n.I 2\n.W\nb\n",
      "in/kiteqrel": "1 1 2\n",
    });
    const smart = await openCollection(files, "in");
    await convertCollection(files, smart, "out", "beir");
    expect(await readEverything(await openCollection(files, "out"))).toEqual(
      await readEverything(smart),
    );
  });

  test("can be repeated on disk after a failure", async () => {
    const folder = await mkdtemp(join(tmpdir(), "termwise-"));
    try {
      const files = new NodeFiles();
      const out = join(folder, "out");
      const failing = async function* (): AsyncGenerator<Document> {
        yield* DOCUMENTS;
        throw new Error("source failed");
      };
      await expect(convertCollection(files, createOriginal(failing), out, "beir")).rejects.toThrow(
        "source failed",
      );
      expect(await all(listVisibleFiles(files, folder))).toEqual([]);
      await convertCollection(files, createOriginal(), out, "beir");
      expect((await openCollection(files, out)).splits).toEqual(["train", "test", "later"]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("writes only to a new folder, in a supported format", async () => {
    const files = new MemoryFiles({ "out/a": "" });
    await expect(convertCollection(files, createOriginal(), "out", "beir")).rejects.toThrow(
      '"out" exists already; a collection is written to a new folder',
    );
    await expect(convertCollection(files, createOriginal(), "new", "xml" as "tsv")).rejects.toThrow(
      'a collection can be written as beir, jsonl, tsv, trec, got "xml"',
    );
  });
});
