/**
 * Threads of the built server that have one copy of an index: while it changes, each finds what an
 * index that is opened alone finds, and so does a thread that takes the place of another.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";

const toUrl = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;
const { ThreadedEngine } = (await import(
  toUrl("apps/server/engine/threaded-engine.js")
)) as typeof import("../../apps/server/engine/threaded-engine.ts");
const { LIMITS } = (await import(
  toUrl("apps/server/limits.js")
)) as typeof import("../../apps/server/limits.ts");
const { createIndex, openIndex } = (await import(
  toUrl("src/search/index.js")
)) as typeof import("../../src/search/index.ts");

/** From this many documents on, lists are placed where threads can have them together. */
const DOCUMENTS = 12_000;
const READERS = 3;
const ROUNDS = 12;
const random = new Random(7);

const word = (): string => `w${Math.floor(400 * random.uniform() ** 3)}`;
const text = (words: number): string => Array.from({ length: words }, word).join(" ");

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "termwise-shared-"));
  const index = await createIndex(join(root, "words"));
  await index.add(Array.from({ length: DOCUMENTS }, (_, i) => ({ id: `d${i}`, text: text(12) })));
  await index.close();
});
afterAll(() => rm(root, { recursive: true }));

type Found = readonly (readonly [string, number])[];

/** What every reader finds: as many searches at once as keep all of them busy. */
async function searchEverywhere(
  engine: InstanceType<typeof ThreadedEngine>,
  query: string,
): Promise<Found[]> {
  const input = { index: "words", request: { query, limit: 20 } };
  const texts = await Promise.all(
    Array.from({ length: 2 * READERS }, () => engine.read("search", input)),
  );
  return texts.map((json) => toFound(JSON.parse(json) as never));
}

function toFound({ hits }: { readonly hits: readonly { id: string; score: number }[] }): Found {
  return hits.map(({ id, score }) => [id, score]);
}

async function expectSame(engine: InstanceType<typeof ThreadedEngine>): Promise<void> {
  const alone = await openIndex(join(root, "words"));
  for (let i = 0; i < 4; i++) {
    const query = text(1 + random.below(4));
    const expected = toFound(await alone.search(query, { limit: 20 }));
    for (const found of await searchEverywhere(engine, query)) expect(found).toEqual(expected);
  }
  await alone.close();
}

test("threads with one copy of an index find the same as one that has it alone", async () => {
  const patient = { waitingTime: 200_000, expectedWait: 200_000, waitingWrites: 64 };
  const limits = { ...LIMITS, ...patient };
  const engine = new ThreadedEngine({ root }, { readers: READERS }, limits);
  await expectSame(engine);
  let isWriting = true;
  const searching = (async () => {
    while (isWriting) {
      for (const found of await searchEverywhere(engine, text(2))) {
        expect(new Set(found.map(([id]) => id)).size).toBe(found.length);
      }
    }
  })();
  let added = DOCUMENTS;
  for (let round = 0; round < ROUNDS; round++) {
    const documents = Array.from({ length: 200 }, () => ({ id: `d${added++}`, text: text(12) }));
    const block = new TextEncoder().encode(JSON.stringify(documents));
    const blocks = (async function* () {
      yield block;
    })();
    await engine.write(
      "putDocuments",
      { index: "words", format: "json", change: "put" },
      { blocks },
    );
    const ids = Array.from({ length: 50 }, () => `d${random.below(added)}`);
    await engine.write("deleteDocuments", { index: "words", ids });
    await expectSame(engine);
    if (round % 4 !== 3) continue;
    // A thread that does not answer in time is replaced while the others search on.
    const input = { index: "words", request: { query: text(300), limit: 100, explain: true } };
    await engine.read("search", input, { patience: 0 }).catch(({ code }) => {
      expect(code).toBe("UNAVAILABLE");
    });
    await expectSame(engine);
  }
  isWriting = false;
  await searching;
  await engine.close();
}, 300_000);
