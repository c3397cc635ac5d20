import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { createModel } from "../models/index.ts";
import { runQueries } from "../ranking/run-queries.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import type { TrainedModel } from "../scoring/index.ts";
import {
  createTrainingFixture,
  type TrainingFixture,
} from "../scoring/training-fixture.contract.ts";
import { wasmBackend } from "../tensor/index.ts";
import { openAnalyzer } from "../text/index.ts";
import { Reranker } from "./reranker.ts";
import { createRerankingRetriever } from "./reranking-retriever.ts";

let fixture: TrainingFixture;
let trained: TrainedModel;
let reranker: Reranker;
beforeAll(async () => {
  fixture = await createTrainingFixture();
  const { vocabulary, sequences, analyzer, snapshot } = fixture;
  const model = createModel("knrm", vocabulary.size, { dimensions: 8 });
  const description = {
    model: "knrm",
    options: model.options,
    analysis: analyzer.options,
    sequences: sequences.options,
    depth: 2,
  };
  trained = { description, vocabulary, model, values: model.initialValues(new Random(4)) };
  reranker = await Reranker.open(wasmBackend(), trained, snapshot, analyzer);
});
afterAll(() => reranker.close());

describe("Reranker", () => {
  test("sorts the head by its scores, down to the model's own depth", async () => {
    const hits = await fixture.searcher.rank("red paint");
    const scores = await reranker.score("red paint", hits.documents);
    const { documents } = await reranker.rerank("red paint", hits);
    const [a, b, ...tail] = hits.documents;
    const head = Number(scores[1]) > Number(scores[0]) ? [b, a] : [a, b];
    expect([...documents]).toEqual([...head, ...tail]);
  });

  test("re-ranks all of a ranking that is shorter than the depth", async () => {
    const hits = await fixture.searcher.rank("red paint");
    const deep = await reranker.rerank("red paint", hits, { depth: 1000 });
    const exact = await reranker.rerank("red paint", hits, { depth: hits.documents.length });
    expect(deep).toEqual(exact);
    expect([...deep.documents].sort()).toEqual([...hits.documents].sort());
  });

  test("reads the clock between documents, and leaves those without time in their order", async () => {
    const hits = await fixture.searcher.rank("red paint");
    const count = hits.documents.length;
    expect(count).toBeGreaterThan(3);
    let now = 0;
    const limit = new TimeLimit(25, () => {
      now += 10; // each look at the clock takes that long
      return now;
    });
    const partial = await reranker.rerank("red paint", hits, { depth: count, limit });
    expect(limit.isOver).toBe(true);
    const shallow = await reranker.rerank("red paint", hits, { depth: 1 });
    expect(partial).toEqual({ ...shallow, isPartial: true });
    expect(partial.isPartial).toBe(true);
    const whole = await reranker.rerank("red paint", hits, { depth: count });
    const unhurried = { depth: count, limit: TimeLimit.none() };
    expect(await reranker.rerank("red paint", hits, unhurried)).toEqual(whole);
  });

  test("scores a text like the same text in the index", async () => {
    const document = fixture.snapshot.find("olive-clay") as number;
    const [stored] = await reranker.score("green clay", [document]);
    expect([...(await reranker.scoreTexts("green clay", ["the clay is of olive"]))]).toEqual([
      stored,
    ]);
  });

  test("ranks the whole collection by the score of every document", async () => {
    const every = Array.from({ length: fixture.snapshot.documentLimit }, (_, i) => i);
    const scores = await reranker.score("grey wood", every);
    const { documents, scores: best } = await reranker.rankAll("grey wood", { top: 5 });
    expect([...best]).toEqual([...scores].sort((a, b) => b - a).slice(0, 5));
    expect([...documents].map((document) => scores[document])).toEqual([...best]);
  });

  test("returns finite scores for a query of unknown words and for an empty query", async () => {
    for (const query of ["zyx wvu", "", "?"]) {
      const scores = await reranker.score(query, [0, 1]);
      expect([...scores].every(Number.isFinite)).toBe(true);
    }
    expect(await reranker.scoreTexts("red", [""])).toHaveLength(1);
  });

  test("rejects a depth below 1 and an index with other tokens", async () => {
    const hits = await fixture.searcher.rank("red paint");
    await expect(reranker.rerank("red", hits, { depth: 0 })).rejects.toThrow("got 0");
    const other = await openAnalyzer({ stemmer: "none" });
    const opened = Reranker.open(wasmBackend(), trained, fixture.snapshot, other);
    await expect(opened).rejects.toThrow('tokens made with stemmer "porter2"');
  });
});

describe("createRerankingRetriever", () => {
  test("ranks every query, without the documents that it excludes", async () => {
    const queries = [
      { id: "1", text: "red paint", exclude: ["crimson-paint"] },
      { id: "2", text: "nothing known" },
    ];
    const retriever = createRerankingRetriever(fixture.searcher, reranker, { depth: 10 });
    const run = await runQueries(retriever, queries);
    expect(run.name).toBe("knrm");
    const documents = run.rankings.get("1")?.documents ?? [];
    expect([...documents].sort()).toEqual(["azure-paint", "olive-paint", "slate-paint"]);
    expect(run.rankings.get("2")?.documents).toEqual([]);
  });
});
