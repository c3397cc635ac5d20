import { describe, expect, test } from "vitest";
import {
  createRecordRanker,
  OpenSearchRetriever,
  type PublishOptions,
  publish,
} from "../../adapters/opensearch/index.ts";
import type { Split } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { evaluate, parseMeasures } from "../../src/evaluation/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { toBatchRetriever } from "../../src/ranking/retriever.ts";
import { type IndexReader, indexInMemory, LocalRetriever } from "../../src/search/index.ts";
import { connect, hasCollection, openCollection } from "./cluster-nodes.ts";
import { listSmallDocuments, listSmallQueries } from "./small-documents.ts";

const cluster = await connect();

function computeNdcg(run: Run, { judgements }: Split): number {
  const [measure] = evaluate(run, judgements, parseMeasures("nDCG@10")).measures;
  return measure?.overall ?? Number.NaN;
}

async function publishAndSearch(reader: IndexReader, split: Split, options: PublishOptions) {
  const layout = { ...options, shards: 3, replicas: 0, tokens: "none", documents: false } as const;
  const { record } = await publish(cluster, reader, layout);
  const retriever = await OpenSearchRetriever.open(cluster, options.alias);
  const { queries } = split;
  const run = await runQueries(toBatchRetriever(retriever), queries, { top: 100 });
  const local = createIndexRetriever(reader.searcher, { ranker: record.ranker });
  const ours = await runQueries(local, queries, { top: 100 });
  return { run, record, theirs: computeNdcg(run, split), ours: computeNdcg(ours, split) };
}

describe.each([
  ["cranfield", undefined],
  ["nfcorpus", "test"],
])("%s", (name, splitName) => {
  test.skipIf(!hasCollection(name))(
    "boosts bring the cluster's BM25 within .005 of ours",
    async () => {
      const { reader, split } = await openCollection(name, splitName);
      const { theirs, ours } = await publishAndSearch(reader, split, {
        alias: `boosts-${name}`,
        mode: "boosts",
      });
      console.log(`${name}: nDCG@10 ${theirs.toFixed(4)} by boosts, ${ours.toFixed(4)} ours`);
      expect(Math.abs(theirs - ours)).toBeLessThan(0.005);
      await reader.close();
    },
  );
});

test.skipIf(!hasCollection("cranfield"))(
  "boosts analysed by the cluster come close to ours too",
  async () => {
    const { reader, split } = await openCollection("cranfield", undefined);
    const { theirs, ours } = await publishAndSearch(reader, split, {
      ...{ alias: "boosts-text", mode: "boosts", analyzedBy: "cluster" },
    });
    console.log(
      `cranfield: nDCG@10 ${theirs.toFixed(4)} analysed by the cluster, ${ours.toFixed(4)} ours`,
    );
    expect(Math.abs(theirs - ours)).toBeLessThan(0.02);
  },
);

test.skipIf(!hasCollection("cranfield"))(
  "rank_features of 9 bits rank exactly like our whole numbers",
  async () => {
    const { reader, split } = await openCollection("cranfield", undefined);
    const { run, record } = await publishAndSearch(reader, split, {
      alias: "features",
      mode: "rank_features",
    });
    const ranker = createRecordRanker(record);
    if (ranker === undefined) throw new Error("features have a ranker");
    const retriever = createIndexRetriever(reader.searcher, { ranker });
    const local = await runQueries(retriever, split.queries, { top: 100, name: record.ranker });
    for (const { id } of split.queries) {
      expect(run.rankings.get(id)?.documents, id).toEqual(local.rankings.get(id)?.documents);
      expect(run.rankings.get(id)?.scores, id).toEqual(local.rankings.get(id)?.scores);
    }
  },
);

test.each(["lm", "lm-jm", "pl", "tfidf", "bm25(k3=7)", "bm25(idf=none)"])(
  "impacts of %s rank exactly like the local index, ties by id",
  async (ranker) => {
    const reader = await indexInMemory(listSmallDocuments(400));
    const alias = `of-${ranker.replaceAll(/[^a-z0-9]/g, "-")}`;
    const layout = { alias, shards: 3, replicas: 0, tokens: "none" } as const;
    const { record } = await publish(cluster, reader, { ...layout, ranker });
    const retriever = await OpenSearchRetriever.open(cluster, alias);
    const quantised = createRecordRanker(record);
    if (quantised === undefined) throw new Error("impacts have a ranker");
    const local = new LocalRetriever(reader, { ranker: quantised });
    const queries = listSmallQueries(60).map((text, i) => ({
      text: i % 2 ? text : `${text} ${text} cedar`,
    }));
    expect(await retriever.searchAll(queries, 40)).toEqual(await local.searchAll(queries, 40));
  },
);

test("rankers whose scores are not sums over terms are refused", async () => {
  const reader = await indexInMemory(listSmallDocuments(20));
  const publishing = publish(cluster, reader, { alias: "no", ranker: "rm3(bm25)" });
  await expect(publishing).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
});
