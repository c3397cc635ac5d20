/**
 * No query runs past its deadline by more than 50 ms, and a partial result is
 * flagged (R8 of the promises). The index has one document of three megabytes that
 * consists of query words only, and many small documents.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { measureBusyMs } from "../../test/faults/measure-busy-ms.ts";
import { createDiskStore } from "../../test/faults/stores.ts";
import type { Document } from "../collection/document.ts";
import { buildIndex } from "../index/build-index.ts";
import { IndexWriter } from "../index/index-writer.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { type RankOptions, Searcher } from "./searcher.ts";
import { MAX_QUERY_CLAUSES, MAX_QUERY_LENGTH } from "./syntax/query-limits.ts";

const MAX_OVERSHOOT = 50;
/** Other processes use the machine; the best of this many tries shows what the code can do. */
const TRIES = 5;

let searcher: Searcher;

beforeAll(async () => {
  const directory = await createDiskStore();
  await buildIndex(directory, documents(), { analysis: { language: "other" }, positions: true });
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer({ language: "other" });
  searcher = new Searcher(snapshot, { analyzer, clock: () => performance.now() });
  await searcher.rank("white", { ranker: "rm3" }); // loads lazy parts
}, 60_000);

function* documents(): Generator<Document> {
  // 3 MB: "white house white house …", with a unique word now and then.
  const parts: string[] = [];
  for (let i = 0; i < 250_000; i++) parts.push(i % 50 === 49 ? `wh${i % 1000}` : "white", "house");
  yield { id: "long", text: parts.join(" ") };
  for (let i = 0; i < 30_000; i++) {
    yield { id: `d${i}`, text: `w${i} w${i % 977} w${i % 31} white house common` };
  }
}

const repeatParts = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(" ");

const phrase = (words: number): string =>
  `"${repeatParts(words, (i) => (i % 2 ? "house" : "white"))}"`;

const HOSTILE: readonly (readonly [name: string, query: string, options: RankOptions])[] = [
  ["a phrase of two words", '"house house"', { syntax: true }],
  ["a phrase of 3,000 words", phrase(3000), { syntax: true }],
  [
    "a phrase of 3,000 words that differ",
    `"${repeatParts(3000, (i) => `w${i}`)}"`,
    { syntax: true },
  ],
  ["1,000 phrases", repeatParts(1000, () => '"white white"'), { syntax: true }],
  ["20,000 excluded words", `white ${repeatParts(20_000, (i) => `-w${i}`)}`, { syntax: true }],
  ["20,000 needed words", repeatParts(20_000, (i) => `+w${i % 7}`), { syntax: true }],
  ["20,000 words", repeatParts(20_000, (i) => `w${i}`), {}],
  ["64 prefixes", repeatParts(64, (i) => `w${i % 9}*`), { syntax: true }],
  ["a prefix of the long document's words", "+wh* +house", { syntax: true }],
  ["a phrase with a prefix", '"white house" +wh*', { syntax: true, ranker: "sdm" }],
  ["64 fuzzy words", repeatParts(64, (i) => `w${i}${i}~2`), { syntax: true }],
  ["sequential dependence", repeatParts(12, (i) => (i % 2 ? "house" : "white")), { ranker: "sdm" }],
  ["full dependence", `white house wh49 wh99 ${repeatParts(8, (i) => `w${i}`)}`, { ranker: "fdm" }],
  ["proximity", "white house wh49", { ranker: "proximity(min-dist)" }],
  [
    "proximity of 300 words",
    repeatParts(300, (i) => `wh${50 * i + 49} white house`),
    { ranker: "proximity(max-dist)" },
  ],
  ["feedback", "white house", { ranker: "rm3" }],
];

describe("a deadline of 20 ms", () => {
  test.each(HOSTILE)(
    "holds for %s",
    async (_, query, options) => {
      const tries: number[] = [];
      while (tries.length < TRIES && !(Math.min(...tries) <= MAX_OVERSHOOT)) {
        const deadline = performance.now() + 20;
        const hits = await searcher.rank(query, { ...options, deadline });
        const overshoot = performance.now() - deadline;
        tries.push(overshoot);
        if (overshoot > MAX_OVERSHOOT) expect(hits.isPartial).toBe(true);
      }
      expect(Math.min(...tries)).toBeLessThanOrEqual(MAX_OVERSHOOT);
    },
    200_000,
  );
});

describe("100,000 documents of five segments that tie", () => {
  let tied: Searcher;

  beforeAll(async () => {
    const directory = new MemoryDirectory();
    const writer = await IndexWriter.open(directory, {
      analysis: { language: "other" },
      ...{ forward: false, stored: false },
    });
    // The ids of all segments interleave, so that no segment wins all ties.
    for (let segment = 0; segment < 5; segment++) {
      const ids = Array.from({ length: 20_000 }, (_, i) =>
        String(5 * i + segment).padStart(6, "0"),
      );
      await writer.addAll(ids.map((id) => ({ id, text: "common" })));
      await writer.commit();
    }
    await writer.close();
    const snapshot = await IndexSnapshot.open(directory);
    const analyzer = await openAnalyzer({ language: "other" });
    tied = new Searcher(snapshot, { analyzer, clock: () => performance.now() });
    await tied.rank("common"); // reads what is read late
  }, 60_000);

  test("are ordered within the deadline, the largest ids first", async () => {
    expect(tied.view.documentLimit).toBe(100_000);
    const tries: number[] = [];
    while (tries.length < TRIES && !(Math.min(...tries) <= MAX_OVERSHOOT)) {
      const ms = await measureBusyMs(() =>
        tied.rank("common", { top: 1000, deadline: performance.now() + 20 }),
      );
      tries.push(ms - 20);
    }
    expect(Math.min(...tries)).toBeLessThanOrEqual(MAX_OVERSHOOT);
    const { documents } = await tied.rank("common", { top: 1000 });
    const expected = Array.from({ length: 1000 }, (_, rank) =>
      String(99_999 - rank).padStart(6, "0"),
    );
    expect(Array.from(documents, (document) => tied.view.id(document))).toEqual(expected);
  });
});

describe("without a deadline", () => {
  test("phrases in a document of 500,000 words take no longer than a scan of it", async () => {
    const began = performance.now();
    const hits = await searcher.rank('"white house"', { syntax: true, top: 40_000 });
    const none = await searcher.rank('"house house"', { syntax: true });
    expect([hits.documents.length, none.documents.length]).toEqual([30_001, 0]);
    expect(performance.now() - began).toBeLessThan(5000); // it took over 150 s when it was quadratic
  });
});

test("an excluded document is not returned when time runs out before all exclusions are computed", async () => {
  const excluded = repeatParts(20_000, (i) => `-w${19_999 - i}`);
  for (const milliseconds of [-1, 0, 1, 5, 20, 60]) {
    const deadline = performance.now() + milliseconds;
    const hits = await searcher.rank(`white ${excluded}`, { syntax: true, top: 40_000, deadline });
    for (const document of hits.documents) {
      const number = Number(searcher.view.id(document).slice(1));
      expect(number >= 20_000 || Number.isNaN(number)).toBe(true);
    }
  }
});

describe("the limits of a query", () => {
  test("allow 2,097,152 characters and no more", async () => {
    const longest = "a ".repeat(MAX_QUERY_LENGTH / 2);
    expect((await searcher.rank(longest)).documents.length).toBe(0);
    await expect(searcher.rank(`${longest}a`)).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "the query has 2097153 characters; the maximum is 2097152",
    });
  });

  test("allow 262,144 clauses with syntax and no more", async () => {
    const longestQuery = "-a ".repeat(MAX_QUERY_CLAUSES);
    expect((await searcher.rank(longestQuery, { syntax: true })).documents.length).toBe(0);
    await expect(searcher.rank(`${longestQuery}-a`, { syntax: true })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "the query has 262145 clauses; the maximum is 262144",
    });
  });
});
