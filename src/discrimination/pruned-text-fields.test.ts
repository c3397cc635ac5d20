/** Indexes with fields that learned weights prune, against the rankings that validation measures. */

import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import {
  buildIndex,
  checkIndex,
  IndexSnapshot,
  IndexWriter,
  TermWeights,
  writePrunedIndex,
} from "../index/index.ts";
import { openTextView } from "../index/snapshots/index.ts";
import { roundWeight } from "../index/weights/index.ts";
import { SearchViewCache } from "../ranking/fields/search-view-cache.ts";
import { Searcher } from "../ranking/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import { computePruningThreshold, ModelPruner } from "./pruned-model.ts";
import type { TrainingQuery } from "./training-queries.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { formatRanker, type ModelSetting } from "./weighted-model.ts";

const WORDS = Array.from({ length: 60 }, (_, i) => `word${i}`);
const STOP = "word0";
const SETTING: ModelSetting = {
  ...({ model: "bm25", stopList: "none", idf: "lucene" } as const),
  ...{ k1: 0.987, b: 0.31, mu: 40, k3: Infinity },
};
const RANKER = formatRanker(SETTING, { weighted: true });
const random = new Random(5);
/** Frequent words are in most documents and often in both fields. */
const drawText = (length: number): string =>
  Array.from({ length }, () => WORDS[Math.min(random.below(60), random.below(60))]).join(" ");
const DOCUMENTS = Array.from({ length: 400 }, (_, i) => ({
  id: `d${String(i).padStart(3, "0")}`,
  fields: { title: drawText(3), body: drawText(20 + (i % 30)) },
}));
const QUERIES = Array.from({ length: 40 }, () => drawText(4).split(" "));

interface Pruned {
  readonly full: IndexSnapshot;
  readonly matrix: PostingMatrix;
  readonly model: WeightedSetting;
  readonly directory: MemoryDirectory;
  readonly weights: TermWeights;
}

async function prune(kept: number): Promise<Pruned> {
  const source = new MemoryDirectory();
  await buildIndex(source, DOCUMENTS, {
    analysis: { stemmer: "none", stopWords: "none" },
    fields: { title: {}, body: {} },
  });
  const full = await IndexSnapshot.open(source);
  const all = PostingMatrix.read(openTextView(full));
  const stopTerm = all.number(STOP) as number;
  const matrix = all.withoutStopWords(new Set([stopTerm]));
  const weightRandom = new Random(9);
  const draw = (): Float64Array =>
    Float64Array.from(matrix.terms, () => roundWeight(Math.exp(weightRandom.normal() / 8)));
  const [queryWeights, documentWeights] = [draw(), draw()];
  queryWeights[stopTerm] = 0;
  const model = { setting: SETTING, queryWeights, documentWeights, isRounded: true };
  const entries = matrix.terms.map(
    (term, i) => [term, documentWeights[i] as number, queryWeights[i] as number] as const,
  );
  const weights = new TermWeights(entries, 1, 1);
  const { k1, b, mu, idf } = SETTING;
  const threshold = computePruningThreshold(matrix, model, kept);
  const directory = new MemoryDirectory();
  await writePrunedIndex(full, directory, weights, {
    ranker: RANKER,
    rule: { model: "bm25", idf, k1, b, mu, threshold, averageLength: matrix.averageLength },
  });
  return { full, matrix, model, directory, weights };
}

function openSearcher(index: IndexSnapshot): Searcher {
  return new Searcher(index, { fields: SearchViewCache.create(index) });
}

describe("an index with fields, pruned by learned weights", () => {
  test.each([0.9, 0.6, 0.3])(
    "ranks as validation measures, at %d of its postings",
    async (kept) => {
      const { full, matrix, model, directory } = await prune(kept);
      const index = await IndexSnapshot.open(directory);
      const ranker = new ModelPruner(matrix, model, [kept]).prune(kept);
      const searcher = openSearcher(index);
      for (const words of QUERIES) {
        const counts = new Map<number, number>();
        for (const word of words) {
          const term = matrix.number(word) as number;
          counts.set(term, (counts.get(term) ?? 0) + 1);
        }
        const query: TrainingQuery = {
          ...{ id: "", grades: new Map(), excluded: new Set(), idealGain: 1, relevant: 1 },
          terms: Uint32Array.from(counts.keys()),
          counts: Uint32Array.from(counts.values()),
        };
        const hits = await searcher.rank(words, { ranker: RANKER, top: 100 });
        expect(Array.from(hits.documents, (each) => index.id(each))).toEqual(
          Array.from(ranker.rank(query), (each) => full.id(each)),
        );
      }
    },
  );

  test("is sound, smaller, and keeps the weights of its words", async () => {
    const { full, directory, weights, matrix } = await prune(0.5);
    const index = await IndexSnapshot.open(directory);
    expect((await checkIndex(directory)).damages).toEqual([]);
    expect(openTextView(index).term(STOP)).toBeUndefined();
    const occurrences = openTextView(full).term(STOP)?.collectionFrequency ?? 0;
    expect(index.totalLength).toBe(full.totalLength - occurrences);
    expect(openTextView(index).totalLength).toBe(index.totalLength);
    for (const term of matrix.terms) {
      expect(index.weights?.weight(term)).toBe(weights.weight(term));
    }
  });

  test("prunes documents that are added later by the same rule", async () => {
    const { directory } = await prune(0.5);
    const copies = DOCUMENTS.slice(0, 100).map((each) => ({ ...each, id: `later-${each.id}` }));
    const writer = await IndexWriter.open(directory);
    await writer.addAll(copies);
    await writer.commit();
    await writer.close();
    expect((await checkIndex(directory)).damages).toEqual([]);
    const index = await IndexSnapshot.open(directory);
    const view = openTextView(index);
    expect(view.term(STOP)).toBeUndefined();
    const [before, later]: [number[], number[]] = [new Array(100).fill(0), new Array(100).fill(0)];
    for (const word of view.termsWithPrefix("", Infinity)) {
      const cursor = view.postings(word);
      while (cursor !== undefined && cursor.next() < index.documentLimit) {
        const id = index.id(cursor.document);
        const number = Number(id.slice(-3));
        const counts = id.startsWith("later-") ? later : before;
        if (number < 100) counts[number] = (counts[number] as number) + 1;
      }
    }
    const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
    // Statistics of the rule differ slightly: documents are counted once in each field here.
    expect(sum(later) / sum(before)).toBeGreaterThan(0.9);
    expect(sum(later) / sum(before)).toBeLessThan(1.1);
  });
});
