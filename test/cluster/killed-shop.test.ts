/**
 * An index with fields and vectors, published and searched while nodes are killed, one at a time and at
 * random moments. The alias shows a complete index as soon as the node is back, and a result is that of
 * the local index, marked as partial, or an error with a code. FAULT_NODE_KILLS sets how often,
 * FAULT_SEED at which moments.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { ClusterSearchIndex, publish, readRecord } from "../../adapters/opensearch/index.ts";
import { killNode, startNode, whenGreen } from "../../scripts/cluster-nodes.mjs";
import { TermwiseError } from "../../src/common/errors.ts";
import { Random } from "../../src/common/random.ts";
import { createIndex, type SearchIndex, type SearchOptions } from "../../src/search/index.ts";
import { connect, folder, recoverAtOnce } from "./cluster-nodes.ts";
import {
  addVectors,
  createVector,
  DIMENSIONS,
  listProducts,
  SHOP_FIELDS,
} from "./shop-documents.ts";

const KILLS = Number(process.env.FAULT_NODE_KILLS ?? 1);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const ALIAS = "often-killed-shop";
const COUNTS = [300, 400];
const NAMES = ["node-1", "node-2", "node-3"];
const SEARCHES: readonly { readonly query: string; readonly options: SearchOptions }[] = [
  { query: "red lamp", options: { facets: ["kind", "sold"], filter: { price: { gte: 0 } } } },
  { query: "small oak", options: { sort: "-price", limit: 20, highlight: true } },
  { query: "lmap chia", options: { fuzzy: true, prefix: true, explain: true } },
  { query: "red lamp", options: { vector: createVector(7), limit: 15 } },
];

const cluster = await connect({ timeout: 5000, patience: 10_000 });
const versions: SearchIndex[] = [];
/** The time of a publication without a kill, in ms. */
let usual = 0;

beforeAll(async () => {
  await recoverAtOnce(cluster);
  for (const count of COUNTS) {
    const index = await createIndex({ fields: SHOP_FIELDS, vectors: { dimensions: DIMENSIONS } });
    await index.add(addVectors(listProducts(count)) as never);
    versions.push(index);
  }
  await publishVersion(0, 7);
  usual = await publishVersion(1, 7); // the first one is slow
  await whenGreen(folder);
});
afterAll(() => Promise.all(versions.map((index) => index.close())));

/** Returns the time that it took, in ms. */
async function publishVersion(version: number, bits: number): Promise<number> {
  const begun = performance.now();
  await (versions[version] as SearchIndex).withReader((reader) =>
    publish(cluster, reader, {
      ...{ alias: ALIAS, shards: 3, replicas: 1, bits },
      bulk: { batchBytes: 8192, patience: 10_000 },
    }),
  );
  return performance.now() - begun;
}

/** One search; whether it was answered, wholly, in part, or refused with a code. */
async function search(at: number, where: string): Promise<"equal" | "partial" | "refused"> {
  const { query, options } = SEARCHES[at % SEARCHES.length] as (typeof SEARCHES)[number];
  try {
    const settings = { patience: 5000, partial: at % 2 === 0 ? "mark" : "refuse" } as const;
    const opened = await ClusterSearchIndex.open(cluster, ALIAS, settings);
    const { took: _, candidates: __, ...found } = await opened.search(query, options);
    if (found.isPartial) return "partial";
    const local = versions[COUNTS.indexOf(opened.record.documents)] as SearchIndex;
    const { took: ___, ...expected } = await local.search(query, options);
    expect(found, where).toEqual(expected);
    return "equal";
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return "refused";
  }
}

/** The version that the alias shows, all of it. */
async function expectWhole(where: string): Promise<number> {
  const { record } = await readRecord(cluster, ALIAS);
  expect(record.state, where).toBe("ready");
  const body = { query: { exists: { field: "key" } } };
  const counted = { method: "POST", path: `/${ALIAS}/_count`, body } as const;
  const { count } = await cluster.request<{ count: number }>(counted);
  expect(count, where).toBe(record.documents);
  for (const at of SEARCHES.keys()) expect(await search(at, where), where).toBe("equal");
  return COUNTS.indexOf(count);
}

/** Deletes all indexes but the one that is shown. */
async function removeOthers(): Promise<void> {
  const shown = (await readRecord(cluster, ALIAS)).index;
  const path = `/_cat/indices/${ALIAS}-*`;
  const query = { format: "json", h: "index" };
  const all = await cluster.request<{ index: string }[]>({ method: "GET", path, query });
  for (const { index } of all) {
    if (index !== shown) await cluster.request({ method: "DELETE", path: `/${index}` });
  }
}

test(
  `${KILLS} kills of nodes show nothing half`,
  async () => {
    const random = new Random(SEED);
    const outcomes = { published: 0, "not published": 0, equal: 0, partial: 0, refused: 0 };
    for (let kill = 0; kill < KILLS; kill++) {
      const where = `seed ${SEED}, kill ${kill}`;
      const shown = await expectWhole(where);
      const name = NAMES[random.below(NAMES.length)] as string;
      let [isPublishing, isKilled] = [true, false];
      const killing = wait(1.3 * usual * random.uniform()).then(() => {
        killNode(folder, name);
        isKilled = true;
      });
      const publishing = publishVersion(1 - shown, 8 + (kill % 5))
        .then(
          (time) => {
            outcomes.published++;
            if (!isKilled) usual = time;
          },
          (error: unknown) => {
            expect(error, where).toBeInstanceOf(TermwiseError);
            outcomes["not published"]++;
          },
        )
        .finally(() => {
          isPublishing = false;
        });
      for (let at = 0; isPublishing || !isKilled || at < 6; at++)
        outcomes[await search(at, where)]++;
      await Promise.all([publishing, killing]);
      outcomes[await search(kill, where)]++;
      startNode(folder, name);
      await whenGreen(folder);
      await expectWhole(where);
      await removeOthers();
      if (kill % 10 === 9) console.log(`${kill + 1} kills:`, outcomes);
    }
    console.log(`${KILLS} kills of nodes:`, outcomes);
    expect(outcomes.equal).toBeGreaterThan(0);
  },
  300_000 + 180_000 * KILLS,
);

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
