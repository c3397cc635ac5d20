import { beforeAll, describe, expect, test } from "vitest";
import { weightedView } from "../../../index/index.ts";
import { TermWeights } from "../../../index/weights/term-weights.ts";
import { ranker } from "../../../ranking/index.ts";
import { indexStatistics } from "../../../ranking/index-statistics.ts";
import { Searcher } from "../../../ranking/searcher.ts";
import { madeUp, type TestDocument } from "../axiom.ts";
import { collectionOfNumbers } from "../collection-of-numbers.contract.ts";
import { documentWords } from "../mined/document-words.ts";
import { type SmallIndex, smallIndex } from "../small-index.contract.ts";
import { ExtraDocumentsView } from "./extra-documents.ts";
import { indexRanker } from "./index-ranker.ts";

let index: SmallIndex;
let texts: TestDocument[];
let all: number[];
beforeAll(async () => {
  index = await smallIndex();
  all = Array.from({ length: index.snapshot.documentLimit }, (_, document) => document);
  const words = documentWords(index.snapshot);
  texts = await Promise.all(all.map(async (document) => madeUp(await words(document))));
});

const RANKERS = [
  "bm25",
  "lm",
  "lm-jm",
  "tfidf",
  "pl",
  "fi",
  "sdm",
  "fdm",
  "proximity(bm25,min-dist)",
  "proximity(lm,span)",
  "rm3(bm25,docs=5,terms=5)",
  "tdv-bm25",
];

describe("a ranker of an index", () => {
  test.each(RANKERS)("%s scores a text as it scores the same document", async (name) => {
    const { searcher, analyzer } = index;
    const under = indexRanker(searcher.view, analyzer, { name, ranker: ranker(name) });
    for (const query of ["wing flow", "the boundary layer of plates", "gas", "sound body sound"]) {
      const [scores] = await under.score([{ query: query.split(" "), documents: texts }]);
      const expected = await searcher.score(query, all, { ranker: name });
      expect([...(scores as Float64Array)]).toEqual([...expected]);
    }
  });

  test.each(["bm25", "lm", "sdm", "fdm", "rm3(bm25,docs=5,terms=5)"])(
    "%s gives a text the same score in any company",
    async (name) => {
      const { searcher, analyzer } = index;
      const under = indexRanker(searcher.view, analyzer, { name, ranker: ranker(name) });
      const query = ["wing", "flow", "heat"];
      const text = madeUp("heat wing flow wing flow flow pressure".split(" "));
      const crowd = Array.from({ length: 30 }, () => madeUp(["wing", "flow", "wing", "flow"]));
      const [alone, among] = await under.score([
        { query, documents: [text] },
        { query, documents: [...crowd, text] },
      ]);
      expect(among?.[30]).toBe(alone?.[0]);
    },
  );

  test("counts occurrences by the weights of a pruned index", async () => {
    const { snapshot, analyzer } = index;
    const weights = new TermWeights([
      ["wing", 0.5],
      ["flow", 2],
    ]);
    const view = weightedView(snapshot, weights);
    const under = indexRanker(view, analyzer, { name: "bm25", ranker: ranker("bm25") });
    const [scores] = await under.score([{ query: ["wing", "flow"], documents: texts }]);
    const expected = await new Searcher(view, { analyzer }).score("wing flow", all);
    for (const [i, score] of expected.entries()) expect(scores?.[i]).toBeCloseTo(score, 12);
  });

  test("says that SDM needs positions", async () => {
    const { analyzer } = index;
    const statistics = { documentFrequency: 2, collectionFrequency: 3 };
    const terms = { wing: statistics, flow: statistics };
    const numbers = collectionOfNumbers({ documentCount: 10, averageLength: 10, terms });
    const view = { ...numbers, hasPositions: false };
    const under = indexRanker(view, analyzer, { name: "sdm", ranker: ranker("sdm") });
    const asked = under.score([{ query: ["wing", "flow"], documents: texts }]);
    await expect(asked).rejects.toThrow("need an index with positions");
  });
});

describe("an index with extra documents", () => {
  test("has the statistics of the index without them", () => {
    const { snapshot } = index;
    const view = new ExtraDocumentsView(snapshot, [{ terms: ["wing", "wing"], places: [0, 3] }]);
    expect(view.term("wing")).toEqual(snapshot.term("wing"));
    expect(indexStatistics(view)).toBe(indexStatistics(snapshot));
    expect(view).toMatchObject({
      documentCount: 40,
      documentLimit: 41,
      countedLimit: 40,
      totalLength: snapshot.totalLength,
    });
  });

  test("has their postings behind its own, reached by steps and by seeking", () => {
    const { snapshot } = index;
    const view = new ExtraDocumentsView(snapshot, [
      { terms: ["heat"], places: [0] },
      { terms: ["wing", "wing"], places: [0, 3] },
    ]);
    const own: number[] = [];
    const plain = snapshot.postings("wing");
    while (plain !== undefined && plain.next() < 40) own.push(plain.document);
    const walked: number[] = [];
    const cursor = view.postings("wing");
    while (cursor !== undefined && cursor.next() < 42) walked.push(cursor.document);
    expect(walked).toEqual([...own, 41]);
    const sought = view.postings("wing");
    expect(sought?.seek(own[1] as number)).toBe(own[1]);
    expect(sought?.seek((own.at(-1) as number) + 1)).toBe(41);
    expect([sought?.frequency, [...(sought?.positions() ?? [])]]).toEqual([2, [0, 3]]);
    expect(view.postings("zebra")).toBeUndefined();
  });
});
