/** The kernels' search against document-at-a-time, the plain traversal: scores and ties to the last bit. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { Deletions } from "../../index/deletions.ts";
import { readBatch, type TextAnalyzer } from "../../index/document-batch.ts";
import { MemoryIndex, type TermDocument } from "../../index/memory-index.ts";
import { Segment } from "../../index/segment.ts";
import { SegmentBuffer } from "../../index/segment-buffer.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { ranker } from "../naming/ranker-name.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { type LivingSegment, shareIndex } from "./shared-index.ts";

const INDEX_ID = "00000000000000aa";
const analyzer: TextAnalyzer = {
  read(text) {
    const words = text.split(" ").filter((word) => word !== "");
    return { count: words.length, form: (i) => words[i] as string };
  },
  term: (form) => form,
};

/** Documents of words w0, w1, …, the first far more frequent than the last. */
function someDocuments(random: Random, count: number, vocabulary: number): TermDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const length = random.below(4) === 0 ? random.below(400) : random.below(12);
    const terms = Array.from(
      { length },
      () => `w${Math.floor(vocabulary * random.uniform() ** 3)}`,
    );
    return { id: `${random.below(10)}-${i}`, terms };
  });
}

/** The same documents as an index in memory and as segments cut at `cuts`. */
async function open(
  documents: readonly TermDocument[],
  cuts: readonly number[],
  deleted: Set<number>,
) {
  const segments: LivingSegment[] = [];
  const edges = [0, ...cuts.toSorted((a, b) => a - b), documents.length];
  for (let i = 0; i + 1 < edges.length; i++) {
    const [from, to] = [edges[i] as number, edges[i + 1] as number];
    if (from === to) continue;
    const directory = new MemoryDirectory();
    const buffer = new SegmentBuffer((form) => form);
    const texts = documents.slice(from, to).map(({ id, terms }) => ({ id, text: terms.join(" ") }));
    buffer.add(readBatch(texts, analyzer, { stored: false }));
    const content = { positions: false, forward: false, stored: false };
    const record = await buffer.write(directory, "s", INDEX_ID, content);
    const segment = await Segment.open(directory, record, INDEX_ID);
    const deletions = new Deletions(to - from);
    for (const document of deleted) {
      if (document >= from && document < to) deletions.add(document - from);
    }
    segments.push({
      segment,
      deletions: deletions.count === 0 ? undefined : deletions,
      firstDocument: from,
    });
  }
  const view = new MemoryIndex(documents, { deleted });
  return { view, search: new BlockMaxSearch(shareIndex(segments), view, segments) };
}

const RANKERS = [
  "bm25",
  "bm25(k1=1.2,b=0.75)",
  "bm25(idf=rsj)",
  "bm25(k1=0)",
  "tfidf",
  "tfidf(form=tdv)",
  "pl(b=1)",
  "lm-jm",
];

describe("block-max search", () => {
  test("equals document-at-a-time on any collection, scores and ties", async () => {
    const shapes = fc.record({
      seed: fc.nat(),
      documents: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1000, max: 6000 })),
      vocabulary: fc.constantFrom(3, 30, 400),
      cuts: fc.array(fc.nat(100), { maxLength: 2 }),
      deletions: fc.constantFrom(0, 0, 5, 200),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ seed, documents: count, vocabulary, cuts, deletions }) => {
        const random = new Random(seed);
        const documents = someDocuments(random, count, vocabulary);
        const deleted = new Set(Array.from({ length: deletions }, () => random.below(count)));
        const edges = cuts.map((cut) => Math.floor((cut * count) / 100));
        const { view, search } = await open(documents, edges, deleted);
        for (let i = 0; i < 40; i++) {
          const name = RANKERS[i % RANKERS.length] as string;
          const length = 1 + random.below(i % 10 === 9 ? 40 : 5);
          const terms = Array.from({ length }, () => `w${random.below(vocabulary)}`);
          const top = [1, 10, 100, 10_000][random.below(4)] as number;
          const prepared = await ranker(name).prepare(view, terms);
          const expected = documentAtATime(view, prepared, { top });
          const hits = search.search(prepared, { top });
          expect(hits, `${name} ${terms} top ${top}`).toEqual(expected);
        }
      }),
      { numRuns: 15 },
    );
  });
});
