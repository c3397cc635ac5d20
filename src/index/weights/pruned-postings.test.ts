import { beforeAll, describe, expect, test } from "vitest";
import type { Document } from "../../collection/document.ts";
import { Random } from "../../common/random.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { computeIndexStatistics } from "../index-statistics.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { EXHAUSTED, type PostingsCursor } from "../snapshots/index-view.ts";
import { IDF_FUNCTIONS } from "./idf.ts";
import { writePrunedIndex } from "./pruned-index.ts";
import type { PruningRule } from "./pruning-rule.ts";
import { TermWeights } from "./term-weights.ts";

const RULE: PruningRule = {
  ...{ model: "bm25", idf: "lucene", k1: 1.2, b: 0.5, mu: 0 },
  ...{ threshold: 0.9, averageLength: 12 },
};

const random = new Random(11);
const word = (): string => `w${Math.floor(60 * random.uniform() ** 2)}`;
const text = (): string => Array.from({ length: 4 + random.below(16) }, word).join(" ");
const DOCUMENTS: readonly Document[] = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}`,
  text: text(),
}));

const WEIGHTS = new TermWeights(
  Array.from({ length: 60 }, (_, i) => [
    `w${i}`,
    0.5 + (i % 5) / 4,
    i === 0 ? 0 : 0.2 + (i % 7) / 4,
  ]),
  1,
  1.5,
);

let full: IndexSnapshot;
let pruned: MemoryDirectory;

beforeAll(async () => {
  const directory = new MemoryDirectory();
  await buildIndex(directory, DOCUMENTS, { analysis: { stemmer: "none" }, positions: true });
  full = await IndexSnapshot.open(directory);
  pruned = await writeTestIndex(full);
});

async function writeTestIndex(
  from: IndexSnapshot,
  more: Parameters<typeof writePrunedIndex>[3] = {},
): Promise<MemoryDirectory> {
  const target = new MemoryDirectory();
  await writePrunedIndex(from, target, WEIGHTS, { ranker: "bm25", rule: RULE, ...more });
  return target;
}

/** Every posting as `term document frequency positions`. */
function listPostings(view: IndexSnapshot): string[] {
  return view.termsWithPrefix("", Infinity).flatMap((term) => {
    const cursor = view.postings(term) as PostingsCursor;
    const lines: string[] = [];
    while (cursor.next() !== EXHAUSTED) {
      const positionText = view.hasPositions ? [...cursor.positions()].join(",") : "";
      lines.push(`${term} ${view.id(cursor.document)} ${cursor.frequency} ${positionText}`);
    }
    return lines;
  });
}

/** w0 has query weight 0, so it is a stop word. */
function computeLengthWithoutStopWord(view: IndexSnapshot, id: string): number {
  const document = view.find(id) ?? -1;
  const cursor = view.postings("w0");
  const stopWordCount = cursor?.seek(document) === document ? cursor.frequency : 0;
  return view.length(document) - stopWordCount;
}

/** Applies the rule by hand: which postings of an index it keeps. */
function pruneByHand(view: IndexSnapshot): string[] {
  const { k1, b, threshold, averageLength } = RULE;
  const maxCollectionFrequency = 0;
  const { documentCount } = view;
  const impact = (term: string, frequency: number, length: number): number => {
    const statistics = view.term(term);
    if (statistics === undefined) throw new Error(term);
    const idf = IDF_FUNCTIONS.lucene(statistics, { documentCount, maxCollectionFrequency });
    const counted = WEIGHTS.weight(term) * frequency;
    const saturation = counted / (counted + k1 * (1 - b + (b * length) / averageLength));
    return WEIGHTS.queryWeight(term) * idf * (k1 + 1) * saturation;
  };
  const largest = new Map<string, number>();
  const all = listPostings(view).map((line) => {
    const [term = "", id = "", frequency = ""] = line.split(" ");
    const value = impact(term, Number(frequency), computeLengthWithoutStopWord(view, id));
    largest.set(id, Math.max(largest.get(id) ?? 0, value));
    return { line, id, value };
  });
  return all
    .filter(({ id, value }) => value > 0 && value >= threshold * Math.sqrt(largest.get(id) ?? 0))
    .map(({ line }) => line);
}

describe("an index pruned by posting", () => {
  test("keeps the postings that the rule keeps, with their positions, and is intact", async () => {
    const snapshot = await IndexSnapshot.open(pruned);
    const expected = pruneByHand(full);
    expect(listPostings(snapshot)).toEqual(expected);
    expect(expected.length).toBeLessThan(0.8 * listPostings(full).length);
    expect(expected.length).toBeGreaterThan(0.2 * listPostings(full).length);
    expect(snapshot.term("w0")).toBeUndefined(); // its query weight is 0
    expect((await checkIndex(pruned)).damages).toEqual([]);
  });

  test("keeps fields and tokens, and lengths except for stop words", async () => {
    const snapshot = await IndexSnapshot.open(pruned);
    const stopped = full.term("w0")?.collectionFrequency ?? 0;
    expect(stopped).toBeGreaterThan(0);
    expect(snapshot.totalLength).toBe(full.totalLength - stopped);
    for (const id of ["d17", "d18", "d19"]) {
      expect(snapshot.length(snapshot.find(id) ?? -1)).toBe(computeLengthWithoutStopWord(full, id));
    }
    expect(await snapshot.readStoredFields(17)).toEqual(await full.readStoredFields(17));
    expect(await snapshot.readTokens(17)).toEqual(await full.readTokens(17));
  });

  test("stores weights that compensate for the changed statistics", async () => {
    const { weights, documentCount, term } = await IndexSnapshot.open(pruned).then((snapshot) => ({
      weights: snapshot.weights,
      documentCount: snapshot.documentCount,
      term: (each: string) => snapshot.term(each),
    }));
    for (const each of ["w3", "w20", "w41"]) {
      const [was, is] = [full.term(each), term(each)];
      if (was === undefined || is === undefined) throw new Error(each);
      const collection = { documentCount, maxCollectionFrequency: 0 };
      const before = WEIGHTS.queryWeight(each) * IDF_FUNCTIONS.lucene(was, collection);
      const after = (weights?.queryWeight(each) ?? 0) * IDF_FUNCTIONS.lucene(is, collection);
      expect(after / before).toBeCloseTo(1, 2); // weights have eight bits
    }
  });

  test("stores the learned weights themselves if statistics are recomputed", async () => {
    const target = await writeTestIndex(full, { statistics: "recomputed" });
    const snapshot = await IndexSnapshot.open(target);
    expect(listPostings(snapshot)).toEqual(pruneByHand(full));
    for (const each of ["w3", "w20", "w41"]) {
      expect(snapshot.weights?.queryWeight(each)).toBe(WEIGHTS.queryWeight(each));
      expect(snapshot.weights?.weight(each)).toBe(WEIGHTS.weight(each));
    }
  });

  test("leaves out excluded contents", async () => {
    const target = await writeTestIndex(full, { without: ["stored", "forward", "positions"] });
    const snapshot = await IndexSnapshot.open(target);
    const { bytesByKind } = computeIndexStatistics(snapshot);
    expect(Object.keys(bytesByKind).sort()).toEqual(["document", "postings", "terms", "weights"]);
    expect((await checkIndex(target)).damages).toEqual([]);
  });

  test("applies the same rule to documents added later", async () => {
    const [first, later] = [DOCUMENTS.slice(0, 200), DOCUMENTS.slice(200)];
    const directory = new MemoryDirectory();
    await buildIndex(directory, first, { analysis: { stemmer: "none" }, positions: true });
    const target = await writeTestIndex(await IndexSnapshot.open(directory));
    const before = await IndexSnapshot.open(target);
    const writer = await IndexWriter.open(target);
    await writer.addAll([...later, { id: "new", text: "unheard w1 w2 unheard w0" }]);
    await writer.delete("d3");
    await writer.commit();
    await writer.close();
    const after = await IndexSnapshot.open(target);
    expect((await checkIndex(target)).damages).toEqual([]);
    const added = listPostings(after).filter((line) => Number(/ d(\d+) /.exec(line)?.[1]) >= 200);
    const unpruned = listPostings(full).filter((line) => Number(/ d(\d+) /.exec(line)?.[1]) >= 200);
    expect(added.length).toBeLessThan(0.8 * unpruned.length);
    expect(added.length).toBeGreaterThan(0.2 * unpruned.length);
    expect(after.term("w0")).toBeUndefined();
    expect(after.term("unheard")?.collectionFrequency).toBe(2); // new terms are always kept
    expect(after.length(after.find("new") ?? -1)).toBe(4); // w0 is a stop word now
    expect(after.weights?.queryWeight("unheard")).toBe(1.5);
    expect(before.find("d3")).toBeDefined();
    expect(after.find("d3")).toBeUndefined();
  });

  test("keeps the same postings through merges and reordering", async () => {
    const target = await writeTestIndex(full);
    const writer = await IndexWriter.open(target);
    await writer.addAll([{ id: "x1", text: "w5 w6 w7" }]);
    await writer.commit();
    const before = listPostings(await IndexSnapshot.open(target)).sort();
    await writer.merge();
    await writer.commit();
    expect(listPostings(await IndexSnapshot.open(target)).sort()).toEqual(before);
    expect((await checkIndex(target)).damages).toEqual([]);
    await writer.reorder();
    await writer.commit();
    await writer.close();
    const reordered = await IndexSnapshot.open(target);
    expect(listPostings(reordered).sort()).toEqual(before);
    expect((await checkIndex(target)).damages).toEqual([]);
    expect(reordered.settings.pruning).toEqual(RULE);
  });

  test("rejects a second pruning, and invalid rules", async () => {
    const snapshot = await IndexSnapshot.open(pruned);
    await expect(writeTestIndex(snapshot)).rejects.toThrow("the index has weights already");
    await expect(writeTestIndex(full, { rule: { ...RULE, threshold: -1 } })).rejects.toThrow(
      "threshold of a pruning rule must be finite and ≥ 0, got -1",
    );
    const one = new TermWeights([["w1", 2]]);
    await expect(
      writePrunedIndex(full, new MemoryDirectory(), one, { rule: RULE }),
    ).rejects.toThrow("a rule for postings needs two-sided weights");
  });
});

describe("weights set on an existing index", () => {
  test("change no list, are stored, and can be replaced", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, DOCUMENTS, { analysis: { stemmer: "none" } });
    const lists = listPostings(await IndexSnapshot.open(directory));
    const writer = await IndexWriter.open(directory);
    await writer.add({ id: "more", text: "w1 w59" });
    await writer.weigh(WEIGHTS, "bm25(weights=learned)");
    await writer.commit();
    const weighed = await IndexSnapshot.open(directory);
    expect(listPostings(weighed).filter((line) => !line.includes(" more "))).toEqual(lists);
    expect(weighed.settings.ranker).toBe("bm25(weights=learned)");
    expect([...(weighed.weights?.entries() ?? [])].sort()).toEqual([...WEIGHTS.entries()].sort());
    await writer.weigh(new TermWeights([["w1", 2, 3]], 1, 1), "lm(weights=learned)");
    await writer.commit();
    await writer.close();
    const again = await IndexSnapshot.open(directory);
    expect([again.weights?.weight("w1"), again.weights?.queryWeight("w1")]).toEqual([2, 3]);
    expect((await checkIndex(directory)).damages).toEqual([]);
    const names = await directory.list();
    expect(names.filter((name) => name.includes("weights"))).toHaveLength(3); // two segments and the index
  });

  test("must be two-sided", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, DOCUMENTS.slice(0, 3));
    const writer = await IndexWriter.open(directory);
    await expect(writer.weigh(new TermWeights([["w1", 2]]), "bm25")).rejects.toThrow(
      "occurrence weights change lists",
    );
    await writer.close();
  });
});
