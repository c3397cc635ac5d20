/**
 * What the kernels cost by themselves, in ns per posting: the floor under every
 * search. All full blocks of a workload's index that bench/search.ts has built,
 * decoded by the kernels and, for comparison, in TypeScript. Processor time, so
 * that other work on the machine counts little; five rounds, alternating; medians.
 *
 * Run: npm run bench:search first, then npm run bench:search-kernels [-- <documents in the workload>]
 */

import { join } from "node:path";
import {
  decodeDocuments,
  decodeFrequencies,
  documentWords,
} from "../src/index/files/posting-block.ts";
import { IndexSnapshot } from "../src/index/index.ts";
import { shareIndex } from "../src/ranking/index.ts";
import { retrievalKernels } from "../src/ranking/kernels/retrieval-kernels.ts";
import { addRoom, type SharedSegment } from "../src/ranking/kernels/shared-index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";

const ROUNDS = 5;
const BLOCK = 128;

const workload = `mix-${process.argv[2] ?? "1003191"}`;
const folder = join(import.meta.dirname, "../search-workloads", workload, "termwise");
const snapshot = await IndexSnapshot.open(await NodeDirectory.open(folder));
const { arrays } = snapshot.parts[0]?.segment.postings ?? {};
if (arrays === undefined) throw new Error("the index has no documents");
const { packed, lastDocuments, blockStarts, shapes } = arrays;
const shared = shareIndex(snapshot);
const segment = shared.segments[0] as SharedSegment;
const target = addRoom(shared, 65536);
const kernels = retrievalKernels(shared.memory);
const out = new Uint32Array(BLOCK);
const blocks = lastDocuments.length;

/** A list's first block is one whose last document is not above the one before. */
const previous = Int32Array.from({ length: blocks }, (_, i) => {
  const before = i === 0 ? -1 : (lastDocuments[i - 1] as number);
  return before < (lastDocuments[i] as number) ? before : -1;
});
const words = Uint32Array.from({ length: blocks }, (_, i) =>
  documentWords(shapes[i] as number, previous[i] as number, lastDocuments[i] as number),
);

const ways: Record<string, (i: number, start: number, shape: number) => void> = {
  "documents, kernels": (i, start, shape) =>
    kernels.decodeDocuments(
      segment.packed + 4 * start,
      shape,
      previous[i] as number,
      lastDocuments[i] as number,
      target,
    ),
  "documents, TypeScript": (i, start, shape) =>
    decodeDocuments(packed, start, shape, previous[i] as number, lastDocuments[i] as number, out),
  "frequencies, kernels": (i, start, shape) =>
    kernels.decodeFrequencies(segment.packed + 4 * (start + (words[i] as number)), shape, target),
  "frequencies, TypeScript": (i, start, shape) =>
    decodeFrequencies(packed, start + (words[i] as number), shape, out),
};

const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, decode] of Object.entries(ways)) {
    const before = process.cpuUsage();
    for (let i = 0; i < blocks; i++) decode(i, blockStarts[i] as number, shapes[i] as number);
    const { user } = process.cpuUsage(before);
    if (round > 0) times.get(name)?.push((1000 * user) / (BLOCK * blocks));
  }
}
console.log(
  `${(BLOCK * blocks).toLocaleString("en")} postings in ${blocks.toLocaleString("en")} blocks`,
);
for (const [name, taken] of times) {
  const median = taken.toSorted((a, b) => a - b)[taken.length >> 1] as number;
  console.log(`  ${name.padEnd(24)} ${median.toFixed(2)} ns a posting`);
}
