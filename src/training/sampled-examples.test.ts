import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import type { Candidates } from "../ranking/candidates.ts";
import { findCandidates, judgedQueries } from "../ranking/candidates.ts";
import {
  createTrainingFixture,
  type TrainingFixture,
} from "../scoring/training-fixture.contract.ts";
import type { Example } from "./examples.ts";
import { type SamplingOptions, sampleExamples } from "./sampled-examples.ts";

let fixture: TrainingFixture;
beforeAll(async () => {
  fixture = await createTrainingFixture();
});

async function collectEpoch(
  candidates: readonly Candidates[],
  options: SamplingOptions = {},
  epoch = 0,
): Promise<Example[]> {
  const { snapshot, sequences } = fixture;
  const source = sampleExamples(snapshot, candidates, sequences, new Random(1), options);
  const examples: Example[] = [];
  for await (const run of source.examples(epoch)) examples.push(...run);
  return examples;
}

/** The candidates of the query "red paint" with grades by document id. */
function createCandidates(grades: Readonly<Record<string, number>>): readonly Candidates[] {
  const first = fixture.candidates[0] as Candidates;
  const byNumber = Object.entries(grades).map(
    ([id, grade]) => [fixture.snapshot.find(id) as number, grade] as const,
  );
  return [{ ...first, grades: new Map(byNumber) }];
}

describe("sampledExamples", () => {
  test("puts a relevant document first and a worse candidate after it", async () => {
    const examples = await collectEpoch(fixture.candidates);
    expect(examples).toHaveLength(32);
    for (const { documents, grades } of examples) {
      expect(documents).toHaveLength(2);
      expect(grades).toEqual([1, 0]);
      expect(documents[0]).not.toEqual(documents[1]);
    }
  });

  test("draws the same examples for the same seed and epoch, and others for another epoch", async () => {
    const first = await collectEpoch(fixture.candidates);
    expect(await collectEpoch(fixture.candidates)).toEqual(first);
    expect(await collectEpoch(fixture.candidates, {}, 1)).not.toEqual(first);
  });

  test("compares grades: a lower grade serves as negative, an equal one does not", async () => {
    const candidates = createCandidates({ "crimson-paint": 2, "azure-paint": 1, "olive-paint": 2 });
    const examples = await collectEpoch(candidates, { hard: 10 });
    // Four candidates share the word paint. Grade 2 is above two of them, grade 1 above one.
    const descriptions = examples.map(
      ({ grades: [best, ...rest] }) => `${best} above ${rest.sort()}`,
    );
    expect(descriptions.sort()).toEqual(["1 above 0", "2 above 0,1", "2 above 0,1"]);
  });

  test("excludes relevant documents that the first stage misses, unless requested", async () => {
    const candidates = createCandidates({ "crimson-wool": 1, "crimson-paint": 1 });
    expect(await collectEpoch(candidates)).toHaveLength(1);
    expect(await collectEpoch(candidates, { positives: "all" })).toHaveLength(2);
  });

  test("draws random negatives from the whole index, never a document as good", async () => {
    const candidates = createCandidates({ "crimson-paint": 1 });
    const [example] = await collectEpoch(candidates, { hard: 0, random: 31 });
    const better = String(example?.documents[0]);
    const worse = example?.documents.slice(1).map(String) ?? [];
    expect(worse.length).toBeGreaterThan(20);
    expect(worse).not.toContain(better);
    expect(new Set(worse).size).toBe(worse.length);
  });

  test("limits the positives per query", async () => {
    const candidates = createCandidates({ "crimson-paint": 1, "azure-paint": 1, "olive-paint": 1 });
    expect(await collectEpoch(candidates, { maxPositives: 2 })).toHaveLength(2);
  });

  test("refuses candidates without a usable pair, and settings without negatives", async () => {
    await expect(collectEpoch(createCandidates({}))).rejects.toThrow(
      "no query of 1 has a relevant document",
    );
    const all = fixture.candidates[0] as Candidates;
    const alike = [{ ...all, grades: new Map(Array.from(all.documents, (each) => [each, 1])) }];
    await expect(collectEpoch(alike)).rejects.toThrow("no query of 1 has a relevant document");
    const none = collectEpoch(fixture.candidates, { hard: 0 });
    await expect(none).rejects.toThrow("a positive needs negatives, got 0 hard and 0 random ones");
  });
});

describe("the first stage", () => {
  test("leaves excluded documents out of candidates and grades", async () => {
    const { searcher, judgements } = fixture;
    const query = { id: "red-paint", text: "red paint", exclude: ["crimson-paint"] };
    const [queryCandidates] = await findCandidates(searcher, [query], judgements);
    expect(queryCandidates?.documents).toHaveLength(3);
    expect(queryCandidates?.grades.size).toBe(0);
  });

  test("keeps the queries with a relevant document, and refuses a split that has none", () => {
    const queries = ["a", "b"].map((id) => ({ id, text: "" }));
    const judgements = new Map([
      ["a", new Map([["d", 0]])],
      ["b", new Map([["d", 1]])],
    ]);
    const judged = judgedQueries({ name: "train", queries, judgements });
    expect(judged.map(({ id }) => id)).toEqual(["b"]);
    const none = { name: "train", queries, judgements: new Map() };
    expect(() => judgedQueries(none)).toThrow(
      "train has no query with a relevant document: it cannot be learned from",
    );
  });

  test("samples evenly from a long split, in its order and reproducibly", () => {
    const queries = Array.from({ length: 100 }, (_, i) => ({ id: String(i), text: "" }));
    const judgements = new Map(queries.map(({ id }) => [id, new Map([["d", 1]])]));
    const sample = judgedQueries({ name: "dev", queries, judgements }, { maxQueries: 10 });
    const documentNumbers = sample.map(({ id }) => Number(id));
    expect(documentNumbers).toHaveLength(10);
    expect(documentNumbers).toEqual(documentNumbers.toSorted((a, b) => a - b));
    // All ten in one half has a probability of about 1 in 700.
    expect(Number(documentNumbers[0])).toBeLessThan(50);
    expect(Number(documentNumbers.at(-1))).toBeGreaterThanOrEqual(50);
    expect(judgedQueries({ name: "dev", queries, judgements }, { maxQueries: 10 })).toEqual(sample);
  });
});
