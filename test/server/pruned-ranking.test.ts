/**
 * Weights that a server learns with `pruned` rank a pruned copy of the index: the one that
 * `termwise discriminate --out` writes from the same judgements.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { discriminate } from "../../apps/cli/discriminate.ts";
import { type App, createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import { type IndexClient, type Job, TermwiseClient } from "../../src/client/index.ts";
import { createIndex, openIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createJudgedIndex, JUDGED_QUERIES } from "./judged-index.ts";

const type = createCommandRunner(new NodeFiles(), [discriminate]);
const QUERY = JUDGED_QUERIES[5]?.text ?? "";

let folder = "";
const at = (...names: string[]): string => join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-pruned-ranking-"));
  await mkdir(at("judged", "qrels"), { recursive: true });
  const lines = JUDGED_QUERIES.map(({ id, text }) => `${JSON.stringify({ _id: id, text })}\n`);
  await writeFile(
    at("judged", "corpus.jsonl"),
    `${JSON.stringify({ _id: "none", text: "none" })}\n`,
  );
  await writeFile(at("judged", "queries.jsonl"), lines.join(""));
  const grades = JUDGED_QUERIES.flatMap(({ id, relevant }) =>
    Object.entries(relevant).map(([document, grade]) => `${id}\t${document}\t${grade}\n`),
  );
  await writeFile(
    at("judged", "qrels", "train.tsv"),
    `query-id\tcorpus-id\tscore\n${grades.join("")}`,
  );
  await createJudgedIndex(at("plain"));
  await createIndexWithFields();
});
afterAll(() => rm(folder, { recursive: true }));

/** The documents of the plain index, with their first word as the title. */
async function createIndexWithFields(): Promise<void> {
  const plain = await openIndex(at("plain"));
  const documents = await plain.withReader(({ snapshot }) =>
    Promise.all(
      Array.from({ length: snapshot.documentCount }, async (_, i) => {
        const { text } = (await snapshot.readStoredFields(i)) as { text: string };
        return { id: snapshot.id(i), title: text.split(" ")[0] as string, text };
      }),
    ),
  );
  await plain.close();
  const fields = { title: "text", text: "text" } as const;
  const index = await createIndex(at("fields"), { fields, analysis: { stemmer: "none" } });
  await index.add(documents);
  await index.close();
}

describe.each(["plain", "fields"])("an index (%s)", (name) => {
  let app: App;
  let engine: LocalEngine;
  let client: TermwiseClient;
  let served: IndexClient;

  beforeAll(async () => {
    await mkdir(at(`${name}-server`));
    await cp(at(name), at(`${name}-server`, "world"), { recursive: true });
    const learning = ["--queries", `${at("judged")}:train`, "--vectors", "none", "--threads", "1"];
    const out = ["--keep", "0.7", "--out", at(`${name}-out`)];
    expect(await type("discriminate", at(name), ...learning, ...out)).toMatchObject({ code: 0 });
    engine = new LocalEngine({ root: at(`${name}-server`) }, LIMITS);
    app = createApp({ engine });
    const fetch = (url: string, init: object) => app.request(url, init);
    client = new TermwiseClient({ url: "http://localhost", fetch });
    served = client.index("world");
    await served.judge({ queries: JUDGED_QUERIES });
  });
  afterAll(async () => {
    app.jobs.close();
    await engine.close();
  });

  async function learn(options: object): Promise<Job> {
    let last = await served.start({ kind: "learn", ...options });
    for await (const job of client.follow(last.id)) last = job;
    return last;
  }

  const listCopies = (): string[] => {
    const state = at(`${name}-server`, ".server", "world");
    return readdirSync(state).filter((each) => each.startsWith("pruned-w1-"));
  };

  /** The files of the only copy equal those of an index that `discriminate --out` wrote. */
  function expectSameFiles(out: string): void {
    const copies = listCopies();
    expect(copies).toHaveLength(1);
    const copy = at(`${name}-server`, ".server", "world", copies[0] as string);
    expect(readdirSync(copy).sort()).toEqual(readdirSync(out).sort());
    for (const file of readdirSync(out)) {
      expect(readFileSync(join(copy, file)).equals(readFileSync(join(out, file))), file).toBe(true);
    }
  }

  test("has a copy with the files of discriminate --out, and ranks by it once activated", async () => {
    const before = await served.search(QUERY);
    const job = await learn({ name: "w1", pruned: true, keep: 0.7 });
    expect(job).toMatchObject({ state: "done", result: { weights: "w1" } });
    expect((await served.weights()).weights).toMatchObject([{ id: "w1", isPruned: true }]);
    expectSameFiles(at(`${name}-out`));

    await served.activate({ weights: "w1" });
    const written = await openIndex(at(`${name}-out`));
    for (const { text } of JUDGED_QUERIES) {
      const expected = await written.search(text, { limit: 100 });
      const { hits, ranker, system, total, isPruned } = await served.search(text, { limit: 100 });
      expect(hits.map(({ id, score }) => [id, score])).toEqual(
        expected.hits.map(({ id, score }) => [id, score]),
      );
      expect([ranker, total, isPruned]).toEqual([expected.ranker, expected.total, true]);
      expect(system).toEqual({ weights: "w1", ranker });
    }
    const [best] = (await served.search(QUERY)).hits;
    const { document } = await served.explain({ query: QUERY, id: best?.id ?? "" });
    expect(document.explanation?.value).toBeCloseTo(best?.score ?? 0, 6);
    await written.close();

    await served.rollBack();
    const { isPruned, hits } = await served.search(QUERY);
    expect([isPruned, hits]).toEqual([undefined, before.hits]);
  });

  test("finds new documents at once, and prunes them when the ranking is activated again", async () => {
    await served.activate({ weights: "w1" });
    const added = { id: "new", title: "thing5", text: "thing5 unheard" };
    await served.put(added);
    const changed = await served.search("unheard");
    expect(changed.hits.map(({ id }) => id)).toEqual(["new"]);
    expect(changed.isPruned).toBeUndefined();
    expect(changed.system.weights).toBe("w1");

    const searches = Array.from({ length: 20 }, () => served.search(QUERY));
    await served.activate({ weights: "w1" });
    for (const { hits } of await Promise.all(searches)) expect(hits.length).toBeGreaterThan(0);
    const renewed = await served.search("unheard");
    expect(renewed.hits.map(({ id }) => id)).toEqual(["new"]);
    expect(renewed.isPruned).toBe(true);
    expect(listCopies()).toHaveLength(1);
    await served.delete(["new"]);
    expect((await served.search("unheard")).hits).toEqual([]);
  });

  test("refuses a share without a copy, and is deleted with its copies", async () => {
    expect(await learn({ name: "w2", keep: 0.5 })).toMatchObject({
      state: "failed",
      error: { code: "BAD_ARGUMENT", message: expect.stringContaining("pruned") },
    });
    await client.deleteIndex("world");
    expect(existsSync(at(`${name}-server`, ".server", "world"))).toBe(false);
  });
});
