import { describe, expect, test } from "vitest";
import { buildIndex } from "../index/build-index.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { documentsWithoutIds } from "./documents-by-id.ts";
import { createIndexRetriever } from "./index-retriever.ts";
import { gridSettings } from "./naming/parameter-grid.ts";
import { toBatchRetriever } from "./retriever.ts";
import { runQueries } from "./run-queries.ts";
import { Searcher } from "./searcher.ts";
import { tune } from "./tuning.ts";

const documents = [
  { id: "a", text: "wing wing flutter" },
  { id: "b", text: "wing and tail" },
  { id: "c", text: "heat in a wing" },
  { id: "d", text: "heat" },
];

async function searcher(): Promise<Searcher> {
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, { positions: true });
  const view = await IndexSnapshot.open(directory);
  return new Searcher(view, { analyzer: await openAnalyzer(view.settings.analysis) });
}

describe("runQueries", () => {
  test("makes a run named after its ranker, with an empty ranking for a query that finds nothing", async () => {
    const queries = [
      { id: "q1", text: "wing" },
      { id: "q2", text: "submarine" },
    ];
    const run = await runQueries(
      createIndexRetriever(await searcher(), { ranker: "bm25(k1=1)" }),
      queries,
    );
    expect(run.name).toBe("bm25(k1=1)");
    expect(run.rankings.get("q1")?.documents.toSorted()).toEqual(["a", "b", "c"]);
    expect(run.rankings.get("q2")?.documents).toEqual([]);
  });

  test.each(["bm25", "lm", "rm3", "sdm", "proximity"])(
    "%s leaves excluded documents out as a filter would, and still fills the top",
    async (ranker) => {
      const engine = await searcher();
      const query = { id: "q", text: "wing flutter heat", exclude: ["a", "unknown"] };
      const run = await runQueries(createIndexRetriever(engine, { ranker }), [query], { top: 2 });
      const filter = documentsWithoutIds(engine.view, ["a"]);
      const filtered = await engine.rank(query.text, { ranker, top: 2, filter });
      const ids = Array.from(filtered.documents, (document) => engine.view.id(document));
      expect(ids).toHaveLength(2);
      expect(run.rankings.get("q")?.documents).toEqual(ids);
      expect(run.rankings.get("q")?.scores).toEqual(filtered.scores);
    },
  );

  test("reports progress to the end", async () => {
    const reports: unknown[] = [];
    const queries = Array.from({ length: 17 }, (_, i) => ({ id: `q${i}`, text: "wing" }));
    await runQueries(createIndexRetriever(await searcher(), { ranker: "lm" }), queries, {
      name: "run",
      progress: ({ task, done, total, finished }) => reports.push([task, done, total, finished]),
    });
    expect(reports).toEqual([
      ["lm", 16, 17, false],
      ["lm", 17, 17, true],
    ]);
  });

  test("names the queries for which a retriever did not search all documents", async () => {
    const retriever = toBatchRetriever({
      name: "cluster",
      search: () => Promise.reject(new Error("not called")),
      searchAll: async (queries, k) =>
        queries.map(({ text }) => ({
          hits: [{ id: text, score: k }],
          isPartial: text === "b",
        })),
      close: async () => {},
    });
    const queries = ["a", "b"].map((text) => ({ id: `q-${text}`, text }));
    expect(await runQueries(retriever, queries, { top: 3 })).toEqual({
      name: "cluster",
      rankings: new Map([
        ["q-a", { documents: ["a"], scores: Float64Array.of(3) }],
        ["q-b", { documents: ["b"], scores: Float64Array.of(3) }],
      ]),
      partial: ["q-b"],
    });
    expect(await runQueries(retriever, queries.slice(0, 1))).not.toHaveProperty("partial");
  });
});

describe("tune", () => {
  const queries = [{ id: "q", text: "wing" }];

  test("puts the setting first that the measure likes best", async () => {
    // With b = 0 length does not count and a, with two wings, is first. With k1 = 0 and b = 1
    // all that match are level, and the largest id wins the tie.
    const settings = gridSettings("bm25", "k1=0|1.2,b=0");
    const judgements = new Map([["q", new Map([["c", 1]])]]);
    const trials = await tune(await searcher(), queries, judgements, settings, { measure: "RR" });
    expect(trials[0]).toEqual({ ranker: "bm25(k1=0,b=0)", value: 1 });
    expect(trials[1]?.value).toBeLessThan(1);
  });

  test("refuses queries without judgements, and no settings", async () => {
    const engine = await searcher();
    const settings = gridSettings("bm25", "k1=1");
    await expect(tune(engine, queries, new Map(), settings, { measure: "AP" })).rejects.toThrow(
      "judged queries",
    );
    await expect(tune(engine, queries, new Map(), [], { measure: "AP" })).rejects.toThrow(
      "at least one setting",
    );
  });
});
