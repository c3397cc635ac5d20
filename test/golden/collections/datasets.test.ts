/**
 * Counts of every collection in TERMWISE_COLLECTIONS.
 *
 * Expected values are those of the README in that folder, which were taken from the files with
 * other tools. Where our counts are defined differently, a comment shows the calculation.
 */

import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Collection } from "../../../src/collection/collection.ts";
import {
  type CollectionStatistics,
  computeCollectionStatistics,
} from "../../../src/collection/collection-statistics.ts";
import { listDatasets, openDataset } from "../../../src/collection/datasets/open-dataset.ts";
import { NodeFiles } from "../../../src/storage/node-files.ts";

const collectionsFolder = process.env.TERMWISE_COLLECTIONS;
if (collectionsFolder === undefined)
  throw new Error("TERMWISE_COLLECTIONS must name the folder of collections");

/** Documents, then queries and judgements of each split. */
interface Counts {
  documents: number;
  empty?: number;
  splits: Readonly<Record<string, readonly [queries: number, judgements: number]>>;
}

const EXPECTED: Readonly<Record<string, Counts>> = {
  cranfield: { documents: 1400, empty: 2, splits: { all: [225, 1837] } },
  cisi: { documents: 1460, splits: { all: [112, 3114] } },
  vaswani: { documents: 11_429, splits: { all: [93, 2083] } },
  nfcorpus: {
    documents: 3395,
    // The README has 2,594 / 325 / 325 queries. 34 of these 3,244 have no judgement, so their split
    // is unknown: 2,563 + 324 + 323 + 34 = 3,244.
    splits: {
      train: [2563, 110_075],
      dev: [324, 11_385],
      test: [323, 12_334],
      all: [3244, 110_075 + 11_385 + 12_334],
    },
  },
  "msmarco-mini": { documents: 16_676, splits: { train: [11_992, 12_677], dl19: [43, 4108] } },
  // Every pair is a document and a judgement: 20,360 + 2,733 + 6,165 lines (wc -l) = 29,258.
  wikiqa: {
    documents: 29_258,
    splits: { train: [2118, 20_360], dev: [296, 2733], test: [633, 6165] },
  },
  // 1,489 judged answers are from sources that qa.jsonl lacks: 1,214 ADAM, 256 MPlusDrugs,
  // 19 MPlusHerbsSuppls (cut -d_ -f1 over the distinct ids of the judgements). Of the 2,479
  // judgements 168 are a second, different one of a pair (sort -u on columns 1 and 3: 2,311).
  medquad: {
    documents: 16_407 + 1489,
    splits: { train: [14_345, 16_407], test: [103, 2311] },
  },
  large: { documents: 1_003_191, splits: { all: [6980, 0] } },
};

const files = new NodeFiles();

test("every folder is expected", async () => {
  const ids = await listDatasets(files, { collections: collectionsFolder });
  expect(ids.filter((name) => name !== "wordnet").sort()).toEqual(Object.keys(EXPECTED).sort());
});

describe.each(Object.entries(EXPECTED))("%s", (name, { documents, empty = 0, splits }) => {
  let collection: Collection;
  let statistics: CollectionStatistics;

  beforeAll(async () => {
    collection = await openDataset(files, name, { collections: collectionsFolder });
    statistics = await computeCollectionStatistics(collection);
  }, 120_000);

  test("has the counted documents", () => {
    expect([statistics.documents, statistics.emptyDocuments]).toEqual([documents, empty]);
  });

  test("has the counted queries and judgements", () => {
    const counts = statistics.splits.map((s) => [s.split, [s.queries, s.judgements]] as const);
    expect(Object.fromEntries(counts)).toEqual(splits);
  });

  test("judges documents and queries that exist, each pair once", async () => {
    const ids = new Set<string>();
    if (name !== "large") for await (const { id } of collection.documents()) ids.add(id);
    for (const split of collection.splits) {
      const queries = new Set<string>();
      for await (const { id } of collection.queries(split)) queries.add(id);
      const pairs = new Set<string>();
      const wrong: unknown[] = [];
      for await (const judgement of collection.judgements(split)) {
        const { query, document } = judgement;
        if (!queries.has(query) || !ids.has(document) || pairs.has(`${query} ${document}`)) {
          wrong.push(judgement);
        }
        pairs.add(`${query} ${document}`);
      }
      expect(wrong, split).toEqual([]);
    }
  });
});

test("the same collections in BEIR's layout have the same counts", async () => {
  for (const name of ["cranfield", "cisi", "vaswani"]) {
    const collection = await openDataset(files, join(collectionsFolder, name, "beir"));
    const { documents, splits } = await computeCollectionStatistics(collection);
    expect(collection.format).toBe("beir");
    expect(documents, name).toBe(EXPECTED[name]?.documents);
    expect(splits.length, name).toBeGreaterThan(0);
  }
});

test("wikiqa has 1,040 / 140 / 293 answers", async () => {
  const collection = await openDataset(files, "wikiqa", { collections: collectionsFolder });
  const { splits } = await computeCollectionStatistics(collection);
  const answers = splits.map(({ grades }) => grades.find(({ grade }) => grade === 1)?.judgements);
  expect(answers).toEqual([1040, 140, 293]);
});

test("cisi has 76 judged queries", async () => {
  const collection = await openDataset(files, "cisi", { collections: collectionsFolder });
  const { splits } = await computeCollectionStatistics(collection);
  expect(splits.map(({ judgedQueries }) => judgedQueries)).toEqual([76]);
});

test("medquad contains all 446 judged answers, each as a separate document", async () => {
  // 1,935 distinct judged answers less the 1,489 of sources that qa.jsonl lacks.
  const collection = await openDataset(files, "medquad", { collections: collectionsFolder });
  const judgedAnswers = new Set<string>();
  for await (const { document } of collection.judgements("test")) {
    if (document.includes("/")) judgedAnswers.add(document);
  }
  expect(judgedAnswers.size).toBe(446);
});
