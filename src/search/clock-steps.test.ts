/** The clock of the machine may be set while a search runs: its time limit does not notice. */

import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

const HOUR = 3_600_000;
let index: SearchIndex;
beforeAll(async () => {
  index = await createIndex();
  await index.add(
    Array.from({ length: 20_000 }, (_, i) => ({ id: `d${i}`, text: "red", price: i })),
  );
});
afterEach(() => void vi.restoreAllMocks());

const facets = {
  price: { ranges: Array.from({ length: 4000 }, (_, i) => [i, i + 10_000] as const) },
};

/** `Date.now` that is right at first and wrong from its second call on. */
function stepClock(ms: number): void {
  const realNow = Date.now.bind(Date);
  let calls = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + (calls++ === 0 ? 0 : ms));
}

test("a clock that steps back does not lengthen a search", async () => {
  stepClock(-HOUR);
  expect((await index.search("red", { facets, timeout: 20 })).isPartial).toBe(true);
});

test("a clock that steps forward does not end one", async () => {
  stepClock(HOUR);
  const { isPartial, total } = await index.search("red", { timeout: 60_000, snippet: true });
  expect([isPartial, total]).toEqual([false, 20_000]);
});
