/**
 * One ranking everywhere: an index with learned weights, in place or pruned, gives the same
 * documents and scores on every surface, and every surface names its ranker.
 */

import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axioms } from "../../apps/cli/axioms.ts";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { compare } from "../../apps/cli/compare.ts";
import { discriminate } from "../../apps/cli/discriminate.ts";
import { evaluate } from "../../apps/cli/evaluate.ts";
import { indexCollection } from "../../apps/cli/index-collection.ts";
import { run } from "../../apps/cli/run.ts";
import { search } from "../../apps/cli/search.ts";
import { tune } from "../../apps/cli/tune.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import type { SearchResult } from "../../src/api/index.ts";
import { type SearchResponse, TermwiseClient } from "../../src/client/index.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { openIndex, type SearchIndex } from "../../src/search/index.ts";
import { openReadOnly } from "../../src/search/open-read-only.ts";
import * as worker from "../../src/search/worker/index-tasks.ts";
import { toTransferableLocation } from "../../src/search/worker/transferable-location.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";

/** Each query names a topic and two words without meaning, which a rival document repeats. */
const TOPICS = Array.from({ length: 40 }, (_, i) => `topic${i}`);
const QUERIES = TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i} hum the` }));
const type = createCommandRunner(new NodeFiles(), [
  ...[indexCollection, discriminate, run, search, tune, axioms, evaluate, compare],
]);

let folder = "";
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-one-ranking-"));
  await mkdir(at("toy/qrels"), { recursive: true });
  const write = (name: string, records: readonly object[]): Promise<void> =>
    writeFile(at(name), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  await write(
    "toy/corpus.jsonl",
    TOPICS.flatMap((topic, i) => [
      { _id: `${topic}-answer`, text: `${topic} ${"hum hiss ".repeat(1 + (i % 9))} drone of the` },
      { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
    ]),
  );
  await write("toy/queries.jsonl", QUERIES);
  const grades = TOPICS.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
  await writeFile(at("toy/qrels/train.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  for (const name of ["plain", "applied"])
    await type("index", at("toy"), "--out", at(name), "--stem", "none");
  const noise = ["hum", "hiss", "drone", ...TOPICS.flatMap((_, i) => [`um${i}`, `er${i}`])];
  const vectors = [...noise.map((word) => `${word} 0 1`), ...TOPICS.map((word) => `${word} 1 0`)];
  await writeFile(at("vectors.txt"), `${vectors.join("\n")}\n`);
  const source = ["--queries", `${at("toy")}:train`, "--vectors", at("vectors.txt")];
  const learning = [...source, "--threads", "1"];
  expect(await type("discriminate", at("applied"), ...learning, "--apply")).toMatchObject({
    code: 0,
  });
  const pruning = ["--keep", "0.8", "--out", at("pruned")];
  expect(await type("discriminate", at("plain"), ...learning, ...pruning)).toMatchObject({
    code: 0,
  });
});
afterAll(() => rm(folder, { recursive: true }));

type Ranked = readonly (readonly [id: string, score: string])[];

const toRanked = (hits: readonly { readonly id: string; readonly score: number }[]): Ranked =>
  hits.map(({ id, score }) => [id, score.toFixed(6)]);

describe.each(["applied", "pruned"])("the %s index", (name) => {
  const [{ _id: topic, text }] = QUERIES.slice(7) as [(typeof QUERIES)[number]];
  let index: SearchIndex;
  let expected: Ranked;
  let ranker: string;

  beforeAll(async () => {
    index = await openIndex(at(name));
    expected = toRanked((await index.search(text, { limit: 20 })).hits);
    ranker = parseRanker(await index.withReader(async (reader) => reader.ranker)).name;
  });
  afterAll(() => index.close());

  test("ranks by its learned weights in the library, and finds the answer first", async () => {
    expect(ranker).toMatch(/^bm25\(.*weights=learned,scores=rounded\)$/);
    expect(expected[0]?.[0]).toBe(`${topic}-answer`);
    expect(expected.length).toBeGreaterThan(1);
    const ranked = await index.run([{ id: topic, text }], { limit: 20 });
    const { documents, scores } = ranked.rankings.get(topic) ?? { documents: [], scores: [] };
    expect(toRanked(documents.map((id, i) => ({ id, score: scores[i] as number })))).toEqual(
      expected,
    );
    const readOnly = await openReadOnly(at(name));
    expect(toRanked((await readOnly.search(text, { limit: 20 })).hits)).toEqual(expected);
    await readOnly.close();
    for (const [id, score] of expected) {
      expect((await index.explain(text, id)).value.toFixed(6)).toBe(score);
    }
  });

  test("ranks the same on the command line, and reports name the ranker", async () => {
    const [queries, out] = [`${at("toy")}:train`, at(`${name}.run`)];
    const reported = await type("run", at(name), "--queries", queries, "--out", out, "--json");
    const { ranker: named, measures } = JSON.parse(reported.out);
    expect(named).toBe(ranker);
    const lines = readFileSync(out, "utf8")
      .split("\n")
      .map((line) => line.split(" "));
    const ranked = lines.filter(([query]) => query === topic).slice(0, expected.length);
    expect(ranked.map(([, , id, , score]) => [id, Number(score).toFixed(6)])).toEqual(expected);
    const searched = await type("search", at(name), text, "--top", "20", "--json", "--explain");
    const { hits } = JSON.parse(searched.out);
    expect(toRanked(hits)).toEqual(expected);
    for (const hit of hits) expect(hit.explanation.value).toBeCloseTo(hit.score, 6);
    const judgements = at("toy/qrels/train.tsv");
    const plain = at("plain.run");
    await type("run", at("plain"), "--queries", queries, "--out", plain, "--json");
    const compared = await type("compare", judgements, plain, out, "--measures", "RR@10", "--json");
    const [{ rows }] = JSON.parse(compared.out).measures;
    expect(rows[1].overall).toBe(measures["RR@10"]);
    const evaluated = await type(...["evaluate", judgements, out, "--measures", "RR@10", "--json"]);
    expect(evaluated.out).toContain(String(measures["RR@10"]));
  });

  test("ranks the same in a worker", async () => {
    const opened = await worker.open(await toTransferableLocation(at(name)));
    const answer = (await worker.call({
      ...{ index: opened, method: "search", args: [text, { limit: 20 }] },
    })) as SearchResult;
    expect(toRanked(answer.hits)).toEqual(expected);
    expect(parseRanker(answer.ranker).name).toBe(ranker);
    await worker.close({ index: opened });
  });

  test("is the start of tune and the subject of axioms", async () => {
    const tuned = await type(
      ...["tune", at(name), "--queries", `${at("toy")}:train`, "--grid", "k1=0.5|0.9", "--json"],
    );
    for (const trial of JSON.parse(tuned.out).trials) {
      expect(trial.ranker).toContain("weights=learned,scores=rounded");
    }
    const checked = await type(
      ...["axioms", "--index", at(name), "--axioms", "TFC1", "--instances", "5", "--json"],
    );
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining("weights=learned") });
  });

  test("ranks the same over HTTP and by the client, which name the ranker", async () => {
    const engine = new LocalEngine({ root: folder }, LIMITS);
    const app = createApp({ engine });
    try {
      const fetch = (url: string, init: object) => app.request(url, init);
      const remote = new TermwiseClient({ url: "http://localhost", fetch }).index(name);
      expect(toRanked((await remote.search(text, { limit: 20 })).hits)).toEqual(expected);
      const path = `/indexes/${name}/search?q=${encodeURIComponent(text)}&limit=20`;
      const answer = (await (await app.request(path)).json()) as SearchResponse;
      expect(toRanked(answer.hits)).toEqual(expected);
      expect(parseRanker(answer.ranker).name).toBe(ranker);
      expect(answer.system).toEqual({ ranker: answer.ranker });
      expect(answer.isPruned).toBe(name === "pruned" ? true : undefined);
      // The request of the page, and a comparison with another ranker.
      const page = await remote.search(text, { limit: 20, snippet: true });
      expect(toRanked(page.hits)).toEqual(expected);
      const { systems } = await remote.compare({
        query: text,
        systems: [{}, { ranker: "lm" }],
        limit: 20,
      });
      expect(systems.map(({ system }) => system.ranker)).toEqual([answer.ranker, "lm"]);
      expect(toRanked(systems[0]?.hits ?? [])).toEqual(expected);
      const details = (await (await app.request(`/indexes/${name}`)).json()) as { ranker: string };
      expect(parseRanker(details.ranker).name).toBe(ranker);
      const [id, score] = expected[0] as [string, string];
      const { document } = await remote.explain({ query: text, id });
      expect(document.explanation?.value.toFixed(6)).toBe(score);
    } finally {
      app.jobs.close();
      await engine.close();
    }
  });
});

test("a ranking that a server learned and activated is that of discriminate --apply, and of --out before pruning", async () => {
  const [queries, text] = [`${at("toy")}:train`, QUERIES[7]?.text ?? ""];
  for (const index of ["served", "unaided"]) {
    await type("index", at("toy"), "--out", at(index), "--stem", "none");
  }
  const learning = ["--queries", queries, "--vectors", "none", "--threads", "1"];
  const output = ["--keep", "1", "--out", at("written")];
  for (const outcome of [output, ["--apply"]]) {
    expect(await type("discriminate", at("unaided"), ...learning, ...outcome)).toMatchObject({
      code: 0,
    });
  }
  const engine = new LocalEngine({ root: folder }, LIMITS);
  const app = createApp({ engine });
  try {
    const fetch = (url: string, init: object) => app.request(url, init);
    const client = new TermwiseClient({ url: "http://localhost", fetch });
    const [served, unaided] = [client.index("served"), client.index("unaided")];
    await served.judge({
      queries: QUERIES.map(({ _id: id, text: query }) => ({
        ...{ id, text: query, relevant: { [`${id}-answer`]: 1 } },
      })),
    });
    const { id } = await served.start({ kind: "learn", name: "own" });
    for await (const job of client.follow(id)) expect(job.error).toBeUndefined();
    await served.activate({ weights: "own" });
    const [active, applied] = [await served.search(text), await unaided.search(text)];
    const written = await client.index("written").search(text);
    expect(written.ranker).toBe(applied.ranker);
    expect(toRanked(written.hits)).toEqual(toRanked(applied.hits));
    expect(active.ranker).toBe(applied.ranker);
    expect(active.system).toEqual({ weights: "own", ranker: applied.ranker });
    expect(toRanked(active.hits)).toEqual(toRanked(applied.hits));
    for (const { id: document, score } of active.hits) {
      const { document: explained } = await served.explain({ query: text, id: document });
      expect(explained.explanation?.value).toBeCloseTo(score, 6);
    }
  } finally {
    app.jobs.close();
    await engine.close();
  }
});
