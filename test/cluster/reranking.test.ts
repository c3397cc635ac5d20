import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  createRecordRanker,
  OpenSearchRetriever,
  publish,
  type TokenStorage,
} from "../../adapters/opensearch/index.ts";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { publish as publishCommand } from "../../apps/cli/publish.ts";
import { run as runCommand } from "../../apps/cli/run.ts";
import { writeRun } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { type Retriever, toBatchRetriever } from "../../src/ranking/retriever.ts";
import { runQueries } from "../../src/ranking/run-queries.ts";
import {
  createRerankingRetriever,
  type Reranker,
  rerankRetrievedHits,
} from "../../src/reranking/index.ts";
import {
  createIndex,
  type IndexReader,
  indexInMemory,
  LocalRetriever,
  openModel,
  openReranker,
  saveModel,
} from "../../src/search/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { connect, nodes } from "./cluster-nodes.ts";

const cluster = await connect();
const folder = mkdtempSync(join(tmpdir(), "termwise-reranked-"));

/** Things in shades; a query names the colour and finds the thing, and the model learns the shade. */
const SHADES = { red: "crimson", blue: "azure", green: "olive", grey: "slate" };
const OBJECTS = "paint paper cloth stone glass wool brick tile rope lamp chair table".split(" ");
const documents = OBJECTS.flatMap((object) =>
  Object.values(SHADES).map((shade) => ({
    id: `${shade}-${object}`,
    text: `an object: the ${object} of ${shade}, a ${object} for the ${OBJECTS.at(-OBJECTS.indexOf(object) - 1)}`,
  })),
);
const judged = OBJECTS.flatMap((object) =>
  Object.entries(SHADES).map(([colour, shade]) => ({
    id: `${colour}-${object}`,
    text: `${colour} ${object} object`,
    relevant: [`${shade}-${object}`],
  })),
);

const index = await createIndex(join(folder, "index"));
afterAll(() => index.close());
await index.add(documents);
const model = await index.train("s-knrm", judged, {
  ...{ options: { dimensions: 8 }, threads: 1, settings: { epochs: 2 } },
});
await saveModel(model, join(folder, "model"));

async function serialiseRun(run: Run): Promise<string> {
  const files = new MemoryFiles();
  await writeRun(files, "a.run", run);
  let text = "";
  for await (const part of files.read("a.run")) text += new TextDecoder().decode(part);
  return text;
}

const TOP = 30;
const DEPTH = 20;

/** What the local index makes of the same candidates. */
async function rerankLocally(
  reader: IndexReader,
  reranker: Reranker,
  retriever: OpenSearchRetriever,
) {
  const ranker = createRecordRanker(retriever.record);
  if (ranker === undefined) throw new Error("impacts have a ranker");
  const local = createRerankingRetriever(reader.searcher, reranker, { ranker, depth: DEPTH });
  return serialiseRun(await runQueries(local, judged, { top: TOP, name: "s-knrm" }));
}

async function rerankRun(
  retriever: Retriever,
  reranker: Reranker,
  { tokens, local }: { tokens: number; local?: IndexReader["searcher"]["view"] },
): Promise<string> {
  const reranked = toBatchRetriever(retriever, {
    tokens,
    change: ({ text }, hits) => rerankRetrievedHits(reranker, text, hits, { depth: DEPTH, local }),
  });
  return serialiseRun(await runQueries(reranked, judged, { top: TOP, name: "s-knrm" }));
}

test.each<TokenStorage>(["source", "doc_values", "none"])(
  "S-KNRM over candidates from the cluster gives the local run byte for byte, tokens in %s",
  async (tokens) => {
    await index.withReader(async (reader) => {
      const alias = `tokens-${tokens.replace("_", "-")}`;
      await publish(cluster, reader, { alias, tokens, shards: 3 });
      const retriever = await OpenSearchRetriever.open(cluster, alias, { batch: 7 });
      const overLocal = await openReranker(await openModel(join(folder, "model")), reader);
      const expected = await rerankLocally(reader, overLocal, retriever);
      expect(expected.split("\n").length).toBeGreaterThan(500);
      const { view } = reader.searcher;
      expect(await rerankRun(retriever, overLocal, { tokens: 0, local: view })).toBe(expected);
      if (tokens !== "none") {
        const empty = await indexInMemory([], { analysis: retriever.record.analysis });
        const overTokens = await openReranker(await openModel(join(folder, "model")), empty);
        expect(await rerankRun(retriever, overTokens, { tokens: DEPTH })).toBe(expected);
        expect(await rerankRun(retriever, overTokens, { tokens: TOP })).toBe(expected);
        await overTokens.close();
      } else {
        await expect(retriever.search("red paint", 5, { tokens: 5 })).rejects.toMatchObject({
          code: "BAD_ARGUMENT",
        });
      }
      await overLocal.close();
    });
  },
);

test("the local index is a retriever like the cluster", async () => {
  await index.withReader(async (reader) => {
    const { record } = await publish(cluster, reader, { alias: "alike", shards: 3 });
    const ranker = createRecordRanker(record);
    if (ranker === undefined) throw new Error("impacts have a ranker");
    const local = new LocalRetriever(reader, { ranker });
    const remote = await OpenSearchRetriever.open(cluster, "alike");
    const queries = judged.map(({ text }) => ({ text, exclude: ["crimson-paint"] }));
    expect(await remote.searchAll(queries, 10, { tokens: 3 })).toEqual(
      await local.searchAll(queries, 10, { tokens: 3 }),
    );
  });
});

test("termwise publish, then run --retriever --rerank, as typed", async () => {
  const type = createCommandRunner(new NodeFiles(), [publishCommand, runCommand]);
  const address = `opensearch:${nodes.join(",")}/typed`;
  const at = (name: string): string => join(folder, name);
  const publication = await type(
    "publish",
    at("index"),
    "--to",
    address,
    "--shards",
    "2",
    "--json",
  );
  expect(publication).toMatchObject({ code: 0 });
  const { files } = { files: new NodeFiles() };
  const lines = judged.map(({ id, text }) => `${id}\t${text}\n`).join("");
  await files.write(at("queries.tsv"), [new TextEncoder().encode(lines)]);
  const searchArguments = [
    "--queries",
    at("queries.tsv"),
    "--rerank",
    at("model"),
    "--depth",
    "20",
  ];
  const common = [...searchArguments, "--top", "30", "--retriever", address];
  expect(await type("run", ...common, "--out", at("far.run"))).toMatchObject({ code: 0 });
  const localResult = await type("run", at("index"), ...common, "--out", at("near.run"));
  expect(localResult).toMatchObject({ code: 0 });
  const text = readFileSync(at("far.run"), "utf8");
  expect(text).toBe(readFileSync(at("near.run"), "utf8"));
  expect(text.split("\n").length).toBeGreaterThan(500);
});
