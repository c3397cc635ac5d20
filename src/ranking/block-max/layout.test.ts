/** The layout that TypeScript and the kernels share: both sides see the same memory. */

import { expect, test } from "vitest";
import { canShareMemory } from "../../common/bytes/index.ts";
import { Random } from "../../common/random.ts";
import { BLOCK_SIZE as BLOCK_SIZE_IN_FILES } from "../../index/encoding/bit-packing.ts";
import {
  BLOCK_SIZE,
  COUNTERS,
  DIGIT_BITS,
  LAYOUT_FINGERPRINT,
  SCORE_BUCKETS,
  SearchState,
} from "./layout.generated.ts";
import { createRetrievalKernels } from "./retrieval-kernels.ts";

const memories = [false, ...(canShareMemory() ? [true] : [])];

test.each(memories)("the kernels were compiled for this layout (shared: %s)", (shared) => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared });
  expect(createRetrievalKernels(memory).layoutFingerprint() >>> 0).toBe(LAYOUT_FINGERPRINT);
});

test("blocks have the length that the index files have", () => {
  expect(BLOCK_SIZE).toBe(BLOCK_SIZE_IN_FILES);
});

test("the kernels read the fields that TypeScript writes, and the other way round", () => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 65536 });
  const search = new SearchState(new Int32Array(memory.buffer), 1024);
  const [candidates, accumulators, classes, histogram] = [8192, 16384, 24576, 65536];
  search.candidates = candidates;
  search.candidateAccumulators = accumulators;
  search.candidateClasses = classes;
  search.histogram = histogram;
  search.candidateCount = 3;
  search.threshold = -5;
  new Uint32Array(memory.buffer, candidates).set([7, 8, 9]);
  new Int32Array(memory.buffer, accumulators).set([0, -6, 0, -5, 0, 20]); // tags, then scores
  new Uint8Array(memory.buffer, classes).set([1, 2, 3]);
  createRetrievalKernels(memory).dropCandidates(search.address);
  expect(search.candidateCount).toBe(2);
  expect([...new Uint32Array(memory.buffer, candidates, 2)]).toEqual([8, 9]);
  expect([...new Uint8Array(memory.buffer, classes, 2)]).toEqual([2, 3]);
  expect(search.threshold).toBe(-5);
});

test("a field of addresses holds addresses above 2 GiB", () => {
  const search = new SearchState(new Int32Array(64), 0);
  search.candidates = 3 * 2 ** 30;
  expect(search.candidates).toBe(3 * 2 ** 30);
});

// Candidates are sorted by digits of their ranks before they are put into buckets of
// scores. Ranks below 2^24 are cut into two digits of DIGIT_BITS = 12 bits, so 4,096
// counters are in use, not only the 1,024 of the buckets.
test("ordering uses a counter for each value of a digit, and none beyond", () => {
  expect(COUNTERS).toBe(4096);
  expect(COUNTERS).toBeGreaterThanOrEqual(Math.max(SCORE_BUCKETS, 2 ** DIGIT_BITS));
  const count = 500;
  const rankLimit = 2 ** 24 - 1;
  const random = new Random(1);
  const memory = new WebAssembly.Memory({ initial: 8, maximum: 65536 });
  const search = new SearchState(new Int32Array(memory.buffer), 1024);
  const at = (slot: number): number => 65536 + 16384 * slot;
  search.candidateCount = count;
  search.candidates = at(0);
  search.scores = at(1);
  search.keys = at(2);
  search.ordered = at(3);
  search.orderedScores = at(4);
  search.counters = at(6);
  const documents = Array.from({ length: count }, (_, i) => i);
  const scores = documents.map(() => random.below(9));
  const ranks = documents.map((i) =>
    i === 0 ? 0 : i === 1 ? rankLimit - 1 : random.below(rankLimit),
  );
  new Uint32Array(memory.buffer, search.candidates).set(documents);
  new Float64Array(memory.buffer, search.scores).set(scores);
  new Uint32Array(memory.buffer, at(5)).set(ranks);
  const counters = new Uint32Array(memory.buffer, search.counters, COUNTERS + 64).fill(0xdead);

  createRetrievalKernels(memory).orderCandidates(search.address, at(5), rankLimit);

  const expected = documents.toSorted(
    (a, b) =>
      (scores[b] as number) - (scores[a] as number) || (ranks[b] as number) - (ranks[a] as number),
  );
  expect([...new Uint32Array(memory.buffer, search.ordered, count)]).toEqual(expected);
  const isUsed = [...counters].map((counter) => counter !== 0xdead);
  expect(isUsed.indexOf(false)).toBe(COUNTERS);
  expect(isUsed.lastIndexOf(true)).toBe(COUNTERS - 1);
});
