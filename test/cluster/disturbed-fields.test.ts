/**
 * An index with fields behind a cluster that answers late, wrongly, by half, or not at all, at random
 * requests of publishing and searching. Whatever happens, the alias has a complete index, and a result
 * is that of the local index, marked as partial, or an error with a code. FAULT_RUNS sets how often,
 * FAULT_SEED at which requests.
 */

import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  Cluster,
  ClusterSearchIndex,
  deleteOlder,
  publish,
  readRecord,
} from "../../adapters/opensearch/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { Random } from "../../src/common/random.ts";
import { createIndex, type SearchIndex, type SearchOptions } from "../../src/search/index.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { startProxy } from "./fault-proxy.ts";
import { listProducts, SHOP_FIELDS } from "./shop-documents.ts";

const RUNS = Number(process.env.FAULT_RUNS ?? 12);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const ALIAS = "disturbed";

/** What happens to a response. `wrong` changes digits, and so ids, scores, counts or statuses. */
const FAULTS = ["refused", "gone", "late", "half", "wrong"] as const;
const TIMEOUT = 800;
const SEARCHES: readonly { readonly query: string; readonly options: SearchOptions }[] = [
  { query: "red lamp", options: { facets: ["kind", "sold"], filter: { price: { gte: 0 } } } },
  { query: "small oak", options: { sort: "-price", limit: 20, highlight: true } },
  { query: "lmap chia", options: { fuzzy: true, prefix: true, explain: true } },
  { query: '+red "small oak"', options: { syntax: true, distinct: "kind" } },
];

const cluster = await connect();
const versions: SearchIndex[] = [];
beforeAll(async () => {
  for (const count of [60, 80]) {
    const index = await createIndex({ fields: SHOP_FIELDS });
    await index.add(listProducts(count));
    versions.push(index);
  }
  await publishVersion(cluster, 0);
});
afterAll(() => Promise.all(versions.map((index) => index.close())));

function publishVersion(to: Cluster, version: number, bits = 12): Promise<unknown> {
  return (versions[version] as SearchIndex).withReader((reader) =>
    publish(to, reader, {
      ...{ alias: ALIAS, shards: 3, replicas: 0, bits },
      bulk: { batchBytes: 4096, patience: 4000 },
    }),
  );
}

/** Disturbs every response from a request on, with a probability. */
function createDisturbance(random: Random, probability: number) {
  const counts = new Map<string, number>();
  const choose = (): (typeof FAULTS)[number] | undefined => {
    if (random.uniform() >= probability) return undefined;
    const fault = FAULTS[random.below(FAULTS.length)] as (typeof FAULTS)[number];
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
    return fault;
  };
  const busy = { status: 429, body: '{"error":{"type":"rejected","reason":"full"}}' };
  const gone = { status: 503, body: '{"error":{"type":"gone","reason":"no shard"}}' };
  let next: (typeof FAULTS)[number] | undefined;
  const interfere = ({ url }: IncomingMessage) => {
    next = url === "/" ? undefined : choose();
    if (next === "refused") return busy;
    if (next === "gone") return gone;
    return next === "late" ? ("hang" as const) : undefined;
  };
  const change = (_: string, body: string): string => {
    const fault = next;
    next = undefined;
    if (fault === "half") return body.slice(0, random.below(Math.max(1, body.length)));
    if (fault !== "wrong") return body;
    const at = random.below(Math.max(1, body.length));
    return body.slice(0, at) + body.slice(at).replace(/\d/, String(random.below(10)));
  };
  return { counts, interfere, change };
}

/** The number of documents that the alias has: all of a version, with its record. */
async function expectWhole(): Promise<number> {
  const { record } = await readRecord(cluster, ALIAS);
  expect(record.state).toBe("ready");
  const body = { query: { exists: { field: "key" } } };
  const counted = { method: "POST", path: `/${ALIAS}/_count`, body } as const;
  const { count } = await cluster.request<{ count: number }>(counted);
  expect(count).toBe(record.documents);
  const version = count === 60 ? 0 : 1;
  const opened = await ClusterSearchIndex.open(cluster, ALIAS);
  for (const { query, options } of SEARCHES) {
    const { took: _, ...expected } = await (versions[version] as SearchIndex).search(
      query,
      options,
    );
    const { took: __, candidates: ___, ...found } = await opened.search(query, options);
    expect(found).toEqual(expected);
  }
  return version;
}

test(
  `${RUNS} disturbed publications and searches show nothing half`,
  async () => {
    const random = new Random(SEED);
    const faults = new Map<string, number>();
    const outcomes = { published: 0, "not published": 0, equal: 0, partial: 0, refused: 0 };
    for (let run = 0; run < RUNS; run++) {
      const where = `seed ${SEED}, run ${run}`;
      const disturbance = createDisturbance(random, 0.02 + 0.2 * random.uniform());
      const proxy = await startProxy(nodes[run % nodes.length] as string, disturbance);
      const options = { nodes: [proxy.url], timeout: TIMEOUT, patience: 3000 };
      let through: Cluster | undefined;
      try {
        through = await Cluster.connect(options);
        const version = await expectWhole();
        // Another width is another index: publications that failed are not gone on with.
        await publishVersion(through, 1 - version, 8 + (run % 5)).then(
          () => outcomes.published++,
          (error: unknown) => {
            expect(error, where).toBeInstanceOf(TermwiseError);
            outcomes["not published"]++;
          },
        );
        const shown = await expectWhole();
        const local = versions[shown] as SearchIndex;
        await searchDisturbed(through, local, outcomes, disturbance.counts, where);
      } finally {
        await through?.close();
        proxy.close();
      }
      for (const [fault, count] of disturbance.counts) {
        faults.set(fault, (faults.get(fault) ?? 0) + count);
      }
      if (run % 10 === 9) await removeOthers();
    }
    console.log(`${RUNS} runs:`, Object.fromEntries(faults), outcomes);
    expect(outcomes.published).toBeGreaterThan(0);
    expect(outcomes.equal).toBeGreaterThan(0);
    expect(faults.size).toBe(FAULTS.length);
  },
  120_000 + 60_000 * RUNS,
);

async function searchDisturbed(
  through: Cluster,
  local: SearchIndex,
  outcomes: Record<"equal" | "partial" | "refused", number>,
  faults: ReadonlyMap<string, number>,
  where: string,
): Promise<void> {
  const countWrong = (): number => faults.get("wrong") ?? 0;
  for (const { query, options } of SEARCHES) {
    const before = countWrong();
    try {
      const settings = { patience: 3000, partial: "mark" } as const;
      const opened = await ClusterSearchIndex.open(through, ALIAS, settings);
      const result = await opened.search(query, options);
      if (result.isPartial) {
        outcomes.partial++;
        continue;
      }
      const { took: _, candidates: __, ...found } = result;
      const { took: ___, ...expected } = await local.search(query, options);
      // A digit of a stored document, of a field or of a statistic may be changed on the way without a
      // contradiction, so that other documents match.
      if (countWrong() === before) expect(found, where).toEqual(expected);
      else expect(found.hits.length, where).toBeLessThanOrEqual(options.limit ?? 10);
      outcomes.equal++;
    } catch (error) {
      if (!(error instanceof TermwiseError)) throw error;
      outcomes.refused++;
    }
  }
}

/** Deletes earlier indexes, and those that were never shown. */
async function removeOthers(): Promise<void> {
  await deleteOlder(cluster, ALIAS, 0);
  const shown = (await readRecord(cluster, ALIAS)).index;
  const path = `/_cat/indices/${ALIAS}-*`;
  const query = { format: "json", h: "index" };
  const all = await cluster.request<{ index: string }[]>({ method: "GET", path, query });
  for (const { index } of all) {
    if (index !== shown) await cluster.request({ method: "DELETE", path: `/${index}` });
  }
}
