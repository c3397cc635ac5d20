import { beforeAll, describe, expect, test } from "vitest";
import { withTermWeights } from "../../../index/index.ts";
import { TermWeights } from "../../../index/weights/term-weights.ts";
import { ranker } from "../../../ranking/index.ts";
import { getIndexStatistics } from "../../../ranking/index-statistics.ts";
import { Searcher } from "../../../ranking/searcher.ts";
import { createTestDocument, type TestDocument } from "../axiom.ts";
import { readDocumentWords } from "../mined/document-words.ts";
import { createSmallIndex, type SmallIndex } from "../small-index.contract.ts";
import { createStatisticsCollection } from "../statistics-collection.contract.ts";
import { ExtraDocumentsView } from "./extra-documents.ts";
import { createIndexRanker } from "./index-ranker.ts";

let index: SmallIndex;
let texts: TestDocument[];
let all: number[];
beforeAll(async () => {
  index = await createSmallIndex();
  all = Array.from({ length: index.snapshot.documentLimit }, (_, document) => document);
  const words = readDocumentWords(index.snapshot);
  texts = await Promise.all(all.map(async (document) => createTestDocument(await words(document))));
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
  test.each(RANKERS)("%s scores a text like the same document", async (name) => {
    const { searcher, analyzer } = index;
    const under = createIndexRanker(searcher.view, analyzer, { name, ranker: ranker(name) });
    for (const query of ["wing flow", "the boundary layer of plates", "gas", "sound body sound"]) {
      const [scores] = await under.score([{ query: query.split(" "), documents: texts }]);
      const expected = await searcher.score(query, all, { ranker: name });
      expect([...(scores as Float64Array)]).toEqual([...expected]);
    }
  });

  test.each(["bm25", "lm", "sdm", "fdm", "rm3(bm25,docs=5,terms=5)"])(
    "%s scores a text independently of the texts beside it",
    async (name) => {
      const { searcher, analyzer } = index;
      const under = createIndexRanker(searcher.view, analyzer, { name, ranker: ranker(name) });
      const query = ["wing", "flow", "heat"];
      const text = createTestDocument("heat wing flow wing flow flow pressure".split(" "));
      const crowd = Array.from({ length: 30 }, () =>
        createTestDocument(["wing", "flow", "wing", "flow"]),
      );
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
    const view = withTermWeights(snapshot, weights);
    const under = createIndexRanker(view, analyzer, { name: "bm25", ranker: ranker("bm25") });
    const [scores] = await under.score([{ query: ["wing", "flow"], documents: texts }]);
    const expected = await new Searcher(view, { analyzer }).score("wing flow", all);
    for (const [i, score] of expected.entries()) expect(scores?.[i]).toBeCloseTo(score, 12);
  });

  test("reports that SDM needs positions", async () => {
    const { analyzer } = index;
    const statistics = { documentFrequency: 2, collectionFrequency: 3 };
    const terms = { wing: statistics, flow: statistics };
    const numbers = createStatisticsCollection({ documentCount: 10, averageLength: 10, terms });
    const view = { ...numbers, hasPositions: false };
    const under = createIndexRanker(view, analyzer, { name: "sdm", ranker: ranker("sdm") });
    const scoring = under.score([{ query: ["wing", "flow"], documents: texts }]);
    await expect(scoring).rejects.toThrow("need an index with positions");
  });
});

describe("an index with extra documents", () => {
  test("has the statistics of the index without them", () => {
    const { snapshot } = index;
    const view = new ExtraDocumentsView(snapshot, [{ terms: ["wing", "wing"], positions: [0, 3] }]);
    expect(view.term("wing")).toEqual(snapshot.term("wing"));
    expect(getIndexStatistics(view)).toBe(getIndexStatistics(snapshot));
    expect(view).toMatchObject({
      documentCount: 40,
      documentLimit: 41,
      countedLimit: 40,
      totalLength: snapshot.totalLength,
    });
  });

  test("has their postings after its own, reachable by next and by seek", () => {
    const { snapshot } = index;
    const view = new ExtraDocumentsView(snapshot, [
      { terms: ["heat"], positions: [0] },
      { terms: ["wing", "wing"], positions: [0, 3] },
    ]);
    const documentScores: number[] = [];
    const plain = snapshot.postings("wing");
    while (plain !== undefined && plain.next() < 40) documentScores.push(plain.document);
    const visited: number[] = [];
    const cursor = view.postings("wing");
    while (cursor !== undefined && cursor.next() < 42) visited.push(cursor.document);
    expect(visited).toEqual([...documentScores, 41]);
    const sought = view.postings("wing");
    expect(sought?.seek(documentScores[1] as number)).toBe(documentScores[1]);
    expect(sought?.seek((documentScores.at(-1) as number) + 1)).toBe(41);
    expect([sought?.frequency, [...(sought?.positions() ?? [])]]).toEqual([2, [0, 3]]);
    expect(view.postings("zebra")).toBeUndefined();
  });
});
