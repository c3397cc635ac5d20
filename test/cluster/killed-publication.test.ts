/**
 * A publication killed at any moment: the alias shows the previous index or the complete new one,
 * and the same command resumes. FAULT_KILLS sets how often, FAULT_SEED at which moments.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { deleteOlder, readCurrentIndex, readRecord } from "../../adapters/opensearch/index.ts";
import { Random } from "../../src/common/random.ts";
import { createIndex } from "../../src/search/index.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { listSmallDocuments } from "./small-documents.ts";

const KILLS = Number(process.env.FAULT_KILLS ?? 3);
const SEED = Number(process.env.FAULT_SEED ?? 1);
/** Enough documents that a kill hits their loading, and few enough for many kills. */
const [MANY, FEW] = [20_000, 3_000];

const cluster = await connect();
const cli = new URL("../../dist/apps/cli/main.js", import.meta.url).pathname;
const folder = createTemporaryFolder("killed");

beforeAll(async () => {
  for (const count of [MANY, FEW]) {
    const fields = { text: "text", kind: "keyword", price: "number" } as const;
    const index = await createIndex(join(folder, String(count)), { fields });
    const documents = listSmallDocuments(count).map(({ id, text = "" }, n) => {
      return { id, text, kind: `k${n % 7}`, price: n % 100 };
    });
    await index.add(documents);
    await index.close();
  }
});

test("a publication killed while loading keeps the documents that had arrived", async () => {
  // A publication may end before the count of its documents arrives: then another one is killed.
  for (let attempt = 0, isKilled = false; !isKilled; attempt++) {
    expect(attempt).toBeLessThan(8);
    const alias = `loaded-${attempt}`;
    const { child, ended } = publish(alias, MANY);
    for (let loaded = 0; loaded === 0 && child.exitCode === null; ) {
      loaded = await countIndexed(alias);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill("SIGKILL");
    if ((await ended).signal !== "SIGKILL") continue;
    if ((await readCurrentIndex(cluster, alias)) !== undefined) continue; // all was done
    const again = await publish(alias, MANY).ended;
    expect(again.code, again.printed).toBe(0);
    const { kept } = JSON.parse(again.printed) as { kept: number };
    isKilled = kept < MANY;
    expect(kept).toBeGreaterThan(0);
    await expectPublished(alias, MANY);
  }
});

test(
  `${KILLS} kills of publications leave the alias unchanged or completely new`,
  async () => {
    const random = new Random(SEED);
    const begun = performance.now();
    const finished = await publish("often-killed", FEW, 5).ended;
    const usual = performance.now() - begun;
    expect(finished.code, finished.printed).toBe(0);
    for (let kills = 0, round = 0; kills < KILLS; round++) {
      const bits = 6 + (round % 8); // another width, another index
      const before = await readCurrentIndex(cluster, "often-killed");
      // One publication is killed up to three times before it may end.
      for (let times = 1 + random.below(3); times > 0 && kills < KILLS; times--) {
        const { child, ended } = publish("often-killed", FEW, bits);
        const timer = setTimeout(() => child.kill("SIGKILL"), random.uniform() * usual);
        const { signal, code, printed } = await ended;
        clearTimeout(timer);
        if (signal === "SIGKILL") kills++;
        else expect(code, `seed ${SEED}, after ${kills} kills: ${printed}`).toBe(0);
        await expectPublished("often-killed", FEW);
      }
      const { code, printed } = await publish("often-killed", FEW, bits).ended;
      expect(code, `seed ${SEED}, after ${kills} kills: ${printed}`).toBe(0);
      expect(await readCurrentIndex(cluster, "often-killed")).not.toBe(before);
      await expectPublished("often-killed", FEW);
      await deleteOlder(cluster, "often-killed", 1);
    }
  },
  240_000 + 60_000 * KILLS,
);

/** The program in a separate process, with JSON output. */
function publish(alias: string, count: number, bits = 12) {
  const to = `opensearch:${nodes.join(",")}/${alias}`;
  const args = [
    cli,
    "publish",
    join(folder, String(count)),
    "--to",
    to,
    "--shards",
    "3",
    "--replicas",
    "0",
  ];
  const child = spawn(process.execPath, [...args, "--quiet", "--json", "--bits", String(bits)]);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = new Promise<{ code: number | null; signal: string | null; printed: string }>(
    (resolve) => child.once("close", (code, signal) => resolve({ code, signal, printed })),
  );
  return { child, ended };
}

/** The index of the alias has its record, and all documents are found through it. */
async function expectPublished(alias: string, count: number): Promise<void> {
  const { record } = await readRecord(cluster, alias);
  expect(record).toMatchObject({ documents: count, state: "ready" });
  const body = { query: { exists: { field: "key" } } }; // not the statistics of words
  const counted = { method: "POST", path: `/${alias}/_count`, body } as const;
  expect((await cluster.request<{ count: number }>(counted)).count).toBe(count);
}

/** Documents that the cluster has accepted so far. */
async function countIndexed(alias: string): Promise<number> {
  type Stats = { _all?: { primaries?: { indexing?: { index_total: number } } } };
  const path = `/${alias}-*/_stats/indexing`;
  const stats = await cluster.request<Stats>({ method: "GET", path }).catch(() => ({}) as Stats);
  return stats._all?.primaries?.indexing?.index_total ?? 0;
}
