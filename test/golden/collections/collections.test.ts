/**
 * The readers on real collections, from the folder that TERMWISE_COLLECTIONS names.
 *
 * Counts are those of its README. Where that counts queries which no judgement
 * names, our splits have fewer and `all` has the README's total: CISI 112 (76
 * judged), NFCorpus 2,594 / 325 / 325 (2,563 / 324 / 323 by
 * `cut -f1 | sort -u` of the judgements). First and last records were looked
 * up in the files.
 */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Collection } from "../../../src/collection/collection.ts";
import type { Document, Judgement, Query } from "../../../src/collection/document.ts";
import { openCollection } from "../../../src/collection/open-collection.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";

const files = new NodeFiles();

function open(name: string): Promise<Collection> {
  return openCollection(files, join(process.env.TERMWISE_COLLECTIONS ?? "", name));
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

interface Expected {
  folder: string;
  format: string;
  documents: number;
  /** Queries and judgements. */
  splits: Record<string, readonly [queries: number, judgements: number]>;
  /** Ids of the first and last document, and how their texts begin. */
  first: readonly [id: string, text: string];
  last: readonly [id: string, text: string];
}

const COLLECTIONS: Expected[] = [
  {
    folder: "cranfield",
    format: "smart",
    documents: 1400,
    splits: { all: [225, 1837] },
    first: ["1", "experimental investigation of the aerodynamics of a wing in a slipstream . an"],
    last: ["1400", "the buckling shear stress of simply-supported infinitely long plates with"],
  },
  {
    folder: "cranfield/beir",
    format: "beir",
    documents: 1400,
    splits: { test: [225, 1837] },
    first: ["1", "experimental investigation of the aerodynamics of a wing in a slipstream . an"],
    last: ["1400", "the buckling shear stress of simply-supported infinitely long plates with"],
  },
  {
    folder: "cisi",
    format: "smart",
    documents: 1460,
    splits: { all: [112, 3114] },
    first: ["1", "The present study is a history of the DEWEY Decimal Classification. The"],
    last: ["1460", "At the present time, about 15% of all the world publications of scientific"],
  },
  {
    folder: "cisi/beir",
    format: "beir",
    documents: 1460,
    splits: { test: [76, 3114], all: [112, 3114] },
    first: ["1", "The present study is a history of the DEWEY Decimal Classification. The"],
    last: ["1460", "At the present time, about 15% of all the world publications of scientific"],
  },
  {
    folder: "vaswani",
    format: "trec",
    documents: 11_429,
    splits: { all: [93, 2083] },
    first: ["1", "compact memories have flexible capacities a digital data storage system with"],
    last: ["11429", "pattern detection and recognition both processes have been carried out on an"],
  },
  {
    folder: "vaswani/beir",
    format: "beir",
    documents: 11_429,
    splits: { test: [93, 2083] },
    first: ["1", "compact memories have flexible capacities a digital data storage system with"],
    last: ["11429", "pattern detection and recognition both processes have been carried out on an"],
  },
  {
    folder: "nfcorpus",
    format: "beir",
    documents: 3395,
    splits: {
      train: [2563, 110_075],
      dev: [324, 11_385],
      test: [323, 12_334],
      all: [2594 + 325 + 325, 110_075 + 11_385 + 12_334],
    },
    first: ["MED-118", "alkylphenols human milk relations dietary habits central taiwan pubmed"],
    last: [
      "MED-5347",
      "effects health care provider work hours sleep deprivation safety performance",
    ],
  },
  {
    folder: "msmarco-mini",
    format: "beir",
    documents: 16_676,
    splits: { train: [11_992, 12_677], dl19: [43, 4108] },
    first: ["3570371", "Tobey Maguire stars as Spider Man in the title role along with co-star"],
    last: ["0", "The presence of communication amid scientific minds was equally important"],
  },
];

describe.each(COLLECTIONS)("$folder", ({ folder, format, documents, splits, first, last }) => {
  test("has the counts of its README and the records of its files", async () => {
    const collection = await open(folder);
    expect(collection.format).toBe(format);
    const read = await collect(collection.documents());
    expect(read).toHaveLength(documents);
    expect(new Set(read.map(({ id }) => id)).size).toBe(documents);
    for (const [document, [id, text]] of [
      [read[0], first] as const,
      [read.at(-1), last] as const,
    ]) {
      expect(document?.id).toBe(id);
      expect(document?.text.slice(0, text.length)).toBe(text);
    }
    expect(collection.splits).toEqual(Object.keys(splits));
    for (const [split, counts] of Object.entries(splits)) {
      const queries = await collect(collection.queries(split));
      const judgements = await collect(collection.judgements(split));
      expect([queries.length, judgements.length], split).toEqual(counts);
      const ids = new Set(queries.map(({ id }) => id));
      expect(judgements.filter(({ query }) => !ids.has(query))).toEqual([]);
    }
  });
});

describe("the original files and the BEIR form of the same collection agree", () => {
  async function both(name: string): Promise<[Collection, Collection]> {
    return [await open(name), await open(`${name}/beir`)];
  }
  const texts = (documents: Document[]): [string, string, string][] =>
    documents.map(({ id, title = "", text }) => [id, title, text.trim()]);
  const toPairs = (queries: Query[]): [string, string][] =>
    queries.map(({ id, text }) => [id, text]);

  test("Vaswani: every document, query and judgement", async () => {
    const [trec, beir] = await both("vaswani");
    expect(texts(await collect(trec.documents()))).toEqual(texts(await collect(beir.documents())));
    expect(toPairs(await collect(trec.queries("all")))).toEqual(
      toPairs(await collect(beir.queries("test"))),
    );
    expect(await collect(trec.judgements("all"))).toEqual(await collect(beir.judgements("test")));
  });

  test("CISI: every document and judgement, and the queries that have no title", async () => {
    const [smart, beir] = await both("cisi");
    expect(texts(await collect(smart.documents()))).toEqual(texts(await collect(beir.documents())));
    expect(await collect(smart.judgements("all"))).toEqual(await collect(beir.judgements("test")));
    // The BEIR form appends the title to the text of the 55 queries that have one.
    const ours = await collect(smart.queries("all"));
    const theirs = new Map(toPairs(await collect(beir.queries("all"))));
    for (const { id, text, fields } of ours) {
      expect(theirs.get(id)).toBe([text, ...(fields?.title ? [fields.title] : [])].join(" "));
    }
  });

  test("Cranfield: all but document 240; the BEIR form keeps the grades, inverted", async () => {
    const [smart, beir] = await both("cranfield");
    // The BEIR form loses the text after the stray .A inside document 240.
    const rest = (documents: Document[]) => texts(documents).filter(([id]) => id !== "240");
    expect(rest(await collect(smart.documents()))).toEqual(rest(await collect(beir.documents())));
    expect(toPairs(await collect(smart.queries("all")))).toEqual(
      toPairs(await collect(beir.queries("test"))),
    );
    const grade = ({ query, document, grade }: Judgement): Judgement => ({
      query,
      document,
      grade: grade === -1 ? -1 : 5 - grade,
    });
    const codes = await collect(beir.judgements("test"));
    expect(await collect(smart.judgements("all"))).toEqual(codes.map(grade));
  });
});

test("large: a million documents are streamed, with queries and no judgements", async () => {
  const collection = await open("large");
  expect(collection).toMatchObject({ format: "jsonl", splits: ["all"] });
  let count = 0;
  let first: Document | undefined;
  let last: Document | undefined;
  for await (const document of collection.documents()) {
    count++;
    first ??= document;
    last = document;
  }
  expect(count).toBe(1_003_191);
  expect(first).toEqual({
    id: "jeo-s1-0",
    title: "LAKES & RIVERS",
    text: "River mentioned most often in the Bible",
  });
  expect(last).toEqual({
    id: "wn-adv-00520033",
    title: "voluminously",
    text: "in a voluminous manner",
  });
  const queries = await collect(collection.queries("all"));
  expect(queries).toHaveLength(6980);
  expect(queries[0]).toEqual({ id: "1048585", text: "what is paula deen's brother" });
  expect(queries.at(-1)).toEqual({ id: "1048565", text: "who plays sebastian michaelis" });
  expect(await collect(collection.judgements("all"))).toEqual([]);
});
