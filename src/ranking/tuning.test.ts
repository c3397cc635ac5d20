import { describe, expect, test } from "vitest";
import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { Random } from "../common/random.ts";
import { evaluate } from "../evaluation/index.ts";
import { buildIndex, IndexSnapshot } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { createIndexRetriever } from "./index-retriever.ts";
import { gridSettings } from "./naming/parameter-grid.ts";
import { ranker } from "./naming/ranker-name.ts";
import { runQueries } from "./run-queries.ts";
import { Searcher } from "./searcher.ts";
import { tune } from "./tuning.ts";

/** Short documents of few words, so that many scores are equal. */
async function createWorkload(): Promise<{
  searcher: Searcher;
  queries: readonly Query[];
  judgements: Judgements;
}> {
  const random = new Random(7);
  const word = (): string => `w${Math.floor(24 * random.uniform() ** 2)}`;
  const text = (count: number): string => Array.from({ length: count }, word).join(" ");
  const documents = Array.from({ length: 160 }, (_, i) => ({
    id: `d${(i * 37) % 160}`,
    text: text(1 + (i % 9)),
  }));
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, { positions: true });
  const view = await IndexSnapshot.open(directory);
  const searcher = new Searcher(view, { analyzer: await openAnalyzer(view.settings.analysis) });
  const queries = Array.from({ length: 12 }, (_, i) => ({
    id: `q${i}`,
    text: i === 5 ? "unknown" : text(1 + (i % 4)),
    exclude: i % 3 === 0 ? ["d1", "d2", "missing"] : [],
  }));
  const judged = [...queries, { id: "not-ranked" }].map(({ id }) => {
    const grades = documents
      .filter(() => random.uniform() < 0.1)
      .map((document) => [document.id, Math.floor(4 * random.uniform()) - 1] as const);
    return [id, new Map([...grades, ["not-in-the-index", 2] as const])] as const;
  });
  return { searcher, queries, judgements: new Map(judged) };
}

describe("the postings of a query, read once, give the values of one run per setting", () => {
  test.each([
    ["bm25", "k1=0|0.9|2,b=0|0.4|1"],
    ["bm25(idf=cf)", "k1=1.2,b=0.5,k3=0|2"],
    ["lm", "mu=10|1000"],
    ["tfidf", "idf=plain|cf"],
    ["rm3(bm25)", "docs=2|5"],
  ])("%s with %s", async (name, grid) => {
    const { searcher, queries, judgements } = await createWorkload();
    const settings = gridSettings(name, grid);
    for (const [measure, top] of [
      ["AP", 1000],
      ["AP", 20],
      ["nDCG@10", 1000],
      ["bpref", 30],
      ["RR", 3],
      ["NumRet", 40],
    ] as const) {
      const expected = new Map<string, number>();
      for (const setting of settings) {
        const retriever = createIndexRetriever(searcher, { ranker: ranker(setting) });
        const run = await runQueries(retriever, queries, { top });
        const { measures } = evaluate(run, judgements, [measure]);
        expected.set(setting.name, measures[0]?.overall as number);
      }
      const trials = await tune(searcher, queries, judgements, settings, { measure, top });
      expect(new Map(trials.map(({ ranker: of, value }) => [of, value]))).toEqual(expected);
      const values = trials.map(({ value }) => value);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }
  });
});
