import { describe, expect, test } from "vitest";
import {
  createRecordRanker,
  OpenSearchRetriever,
  publish,
} from "../../adapters/opensearch/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { evaluate, parseMeasures } from "../../src/evaluation/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { connect, hasCollection, openCollection } from "./cluster-nodes.ts";

const cluster = await connect();
const TOP = 100;
const MAX_QUERIES = 1000;

function computeNdcg(run: Run, judgements: Parameters<typeof evaluate>[1]): number {
  const [measure] = evaluate(run, judgements, parseMeasures("nDCG@10")).measures;
  return measure?.overall ?? Number.NaN;
}

describe.each([
  ["cranfield", undefined],
  ["nfcorpus", "test"],
  ["wordnet", "test"],
])("%s", (name, splitName) => {
  test.skipIf(!hasCollection(name))(
    "every query ranks on three shards like on our index with the same impacts, ties by id",
    async () => {
      const { reader, split } = await openCollection(name, splitName);
      const queries = split.queries.slice(0, MAX_QUERIES);
      const ids = new Set(queries.map(({ id }) => id));
      const judgements = new Map([...split.judgements].filter(([id]) => ids.has(id)));
      const alias = `exact-${name}`;
      const layout = { alias, shards: 3, replicas: 0, tokens: "none", documents: false } as const;
      const { record, verified } = await publish(cluster, reader, layout);
      expect(verified.agreement).toBe(1);
      const retriever = await OpenSearchRetriever.open(cluster, alias);
      const ranker = createRecordRanker(record);
      if (ranker === undefined) throw new Error("impacts have a ranker");
      const ours = await runQueries(createIndexRetriever(reader.searcher, { ranker }), queries, {
        ...{ top: TOP, name },
      });
      const began = performance.now();
      const results = await retriever.searchAll(queries, TOP);
      console.log(
        `${name}: ${((performance.now() - began) / queries.length).toFixed(2)} ms a query`,
      );
      for (const [i, { id }] of queries.entries()) {
        const expected = ours.rankings.get(id);
        const hits = results[i]?.hits ?? [];
        expect(
          hits.map((hit) => hit.id),
          id,
        ).toEqual(expected?.documents);
        expect(
          hits.map((hit) => hit.score),
          id,
        ).toEqual([...(expected?.scores ?? [])]);
      }
      const floatRetriever = createIndexRetriever(reader.searcher, { ranker: record.ranker });
      const float = await runQueries(floatRetriever, queries, { top: TOP });
      const [integerNdcg, floatNdcg] = [
        computeNdcg(ours, judgements),
        computeNdcg(float, judgements),
      ];
      console.log(
        `${name}: nDCG@10 ${integerNdcg.toFixed(4)} in whole numbers, ${floatNdcg.toFixed(4)} in floats`,
      );
      expect(Math.abs(integerNdcg - floatNdcg)).toBeLessThan(0.001);
      await reader.close();
    },
  );
});
