/**
 * The cost of the WASM kernels alone, in ns per posting: all full blocks of an index that
 * bench/search.ts has built, decoded by the kernels and, for comparison, in TypeScript. Processor
 * time, so that other work on the machine matters little; five rounds, alternating; medians.
 *
 * Then the minimal work of a search per posting, a lower bound of its time that the output calls
 * the floor: for the lists of the workload's queries, one query after another, decode every
 * posting, read its score from a table by frequency and length, and add it to one of 16,384
 * accumulators. Nothing is selected, skipped, cleared or sorted.
 *
 * Run: npm run bench -- search first, then npm run bench -- search-kernels [<documents in the workload>]
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeWasm } from "../src/common/bytes/index.ts";
import {
  countDocumentWords,
  decodeDocuments,
  decodeFrequencies,
} from "../src/index/files/posting-block.ts";
import { IndexSnapshot } from "../src/index/index.ts";
import { TABLE_BYTES } from "../src/ranking/block-max/layout.generated.ts";
import { ListOpener } from "../src/ranking/block-max/list-opener.ts";
import { createRetrievalKernels } from "../src/ranking/block-max/retrieval-kernels.ts";
import { SearchArena } from "../src/ranking/block-max/search-arena.ts";
import { openHeap, type SharedSegment, shareIndex } from "../src/ranking/block-max/shared-index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./retrieval-baseline.generated.ts";

const ROUNDS = 5;
const BLOCK = 128;

const workload = `mix-${process.argv[2] ?? "1003191"}`;
const folder = join(import.meta.dirname, "../search-workloads", workload);
const snapshot = await IndexSnapshot.open(await NodeDirectory.open(join(folder, "termwise")));
const { postings: stored, dictionary } = snapshot.parts[0]?.segment ?? {};
const { arrays } = stored ?? {};
if (arrays === undefined || dictionary === undefined) throw new Error("the index has no documents");
const { packed, lastDocuments, blockStarts, shapes } = arrays;
const shared = shareIndex(snapshot);
const segment = shared.segments[0] as SharedSegment;
const target = openHeap(shared).allocate(65536);
const kernels = createRetrievalKernels(shared.memory);
const addAll = baselineKernel(shared.memory as WebAssembly.Memory);
const out = new Uint32Array(BLOCK);
const blocks = lastDocuments.length;

/** The document before each block of its list. */
const previous = Int32Array.from(
  { length: blocks },
  (_, i) => (lastDocuments[i - 1] ?? -1) as number,
);
for (const cursor = dictionary.cursor(); cursor.next(); ) {
  const { firstBlock } = cursor.entry();
  if (firstBlock < blocks) previous[firstBlock] = -1;
}
const words = Uint32Array.from({ length: blocks }, (_, i) =>
  countDocumentWords(shapes[i] as number, previous[i] as number, lastDocuments[i] as number),
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
for (const [name, samples] of times) {
  const median = samples.toSorted((a, b) => a - b)[samples.length >> 1] as number;
  console.log(`  ${name.padEnd(24)} ${median.toFixed(2)} ns per posting`);
}

const queries = readFileSync(join(folder, "queries.txt"), "utf8").split("\n");
const lists = queries.map((line) =>
  line.split(" ").flatMap((term) => snapshot.lists(term).map(({ entry }) => entry)),
);
const postings = lists.flat().reduce((sum, { documentFrequency }) => sum + documentFrequency, 0);
const arena = new SearchArena(shared, openHeap(shared).lease());
const opener = new ListOpener(segment, kernels, arena);
arena.search.lengthClasses = segment.classes;

/** Processor time of all queries in ms; with `isAdding` false lists are only opened. */
function runPass(isAdding: boolean): number {
  const before = process.cpuUsage();
  for (const entries of lists) {
    arena.reset();
    for (const entry of entries) {
      const { state } = opener.open(entry);
      const { address } = state;
      state.table = arena.take(TABLE_BYTES);
      const starts = segment.impactStarts + 4 * entry.firstBlock;
      kernels.boundBlocks(address, starts, segment.impacts, shared.classByLength, segment.classes);
      if (isAdding) addAll(arena.search.address, address);
    }
  }
  return process.cpuUsage(before).user / 1000;
}

const baselines: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const opening = runPass(false);
  const floor = (1e6 * (runPass(true) - opening)) / postings;
  if (round > 0) baselines.push(floor);
}
const baseline = baselines.toSorted((a, b) => a - b)[ROUNDS >> 1] as number;
console.log(`floor: decode, look up and add ${baseline.toFixed(2)} ns per posting, of`);
console.log(`  ${Math.round(postings / lists.length).toLocaleString("en")} postings per query`);

function baselineKernel(memory: WebAssembly.Memory): (search: number, term: number) => void {
  const module = new WebAssembly.Module(decodeWasm(KERNEL_CODE, SHARED_FLAG, "shared"));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports.addAll as (search: number, term: number) => void;
}
