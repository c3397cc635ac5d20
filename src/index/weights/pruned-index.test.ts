import { beforeEach, describe, expect, test } from "vitest";
import { STORES } from "../../../test/faults/stores.ts";
import type { Document } from "../../collection/document.ts";
import { Random } from "../../common/random.ts";
import type { Directory } from "../../storage/directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex, recoverIndex } from "../check-index.ts";
import { computeIndexStatistics } from "../index-statistics.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { writePrunedIndex } from "./pruned-index.ts";
import { TermWeights } from "./term-weights.ts";

const WORDS = ["alpha", "beta", "gamma", "delta", "kappa", "sigma", "omega", "theta"];
const weights = new TermWeights([
  ["alpha", 0],
  ["beta", 0.5],
  ["gamma", 0],
  ["omega", 1.75],
]);
const analysis = { stemmer: "none", stopWords: "none" } as const;

/** Random documents; enough for full blocks of postings. */
function documents(from: number, to: number): Document[] {
  const random = new Random(from + 1);
  return Array.from({ length: to - from }, (_, i) => {
    const words = Array.from({ length: 1 + random.below(9) }, () => WORDS[random.below(8)]);
    return { id: `d${from + i}`, title: "omega", text: words.join(" ") };
  });
}

let directory: Directory;
let pruned: Directory;

describe.each(STORES)("a pruned index %s", (_, fresh) => {
  beforeEach(async () => {
    directory = await fresh();
    pruned = await fresh();
    const writer = await IndexWriter.open(directory, { analysis, positions: true });
    await writer.addAll(documents(0, 300));
    await writer.commit();
    await writer.addAll(documents(300, 320));
    await writer.delete("d7");
    await writer.commit();
    await writer.close();
    const snapshot = await IndexSnapshot.open(directory);
    await writePrunedIndex(snapshot, pruned, weights);
    await snapshot.close();
  });

  test("is intact", async () => {
    expect(await checkIndex(pruned)).toMatchObject({ damages: [], documents: 319 });
  });

  test("equals an index with the zero-weight terms as stop words", async () => {
    const stopped = await fresh();
    const live = documents(0, 300).concat(documents(300, 320));
    await buildIndex(
      stopped,
      live.filter(({ id }) => id !== "d7"),
      { analysis: { ...analysis, stopWords: ["alpha", "gamma"] }, positions: true },
    );
    const [one, other] = [await IndexSnapshot.open(pruned), await IndexSnapshot.open(stopped)];
    expect(one.totalLength).toBe(other.totalLength);
    expect(one.termsWithPrefix("", Infinity)).toEqual(other.termsWithPrefix("", Infinity));
    for (const term of WORDS) expect(one.term(term)).toEqual(other.term(term));
    for (let document = 0; document < 319; document++) {
      expect(one.length(document)).toBe(other.length(document));
      expect(await one.readTerms(document)).toEqual(await other.readTerms(document));
      expect(await one.readTokens(document)).toEqual(await other.readTokens(document));
    }
  });

  test("keeps its weights, and unseen terms have the weight of a missing term", async () => {
    const snapshot = await IndexSnapshot.open(pruned);
    for (const term of [...WORDS, "unseen"]) {
      expect(snapshot.weights?.weight(term), term).toBe(weights.weight(term));
    }
    expect(snapshot.weights?.size).toBe(WORDS.length);
    expect(computeIndexStatistics(snapshot).bytesByKind.weights).toBeGreaterThan(0);
  });

  test("keeps the weight of a term without documents, and of one that has lost all", async () => {
    const target = await fresh();
    const wider = new TermWeights([...weights.entries(), ["absent", 0.25], ["nowhere", 0]]);
    await writePrunedIndex(await IndexSnapshot.open(directory), target, wider);
    const writer = await IndexWriter.open(target);
    await writer.add({ id: "late", text: "absent beta nowhere" });
    await writer.commit();
    await writer.delete("late");
    await writer.merge();
    await writer.merge();
    await writer.commit();
    await writer.close();
    expect((await checkIndex(target)).damages).toEqual([]);
    const again = await IndexWriter.open(target);
    await again.add({ id: "later", text: "absent beta nowhere" });
    await again.merge();
    await again.commit();
    await again.close();
    const snapshot = await IndexSnapshot.open(target);
    expect(snapshot.weights?.weight("absent")).toBe(0.25);
    expect(snapshot.term("absent")).toEqual({ documentFrequency: 1, collectionFrequency: 1 });
    expect(snapshot.term("nowhere")).toBeUndefined();
  });

  test("repeats no term of its dictionary", async () => {
    const file = await pruned.read("segment-1.weights");
    expect(Buffer.from(file).includes("omega")).toBe(false);
  });

  test("applies the same weights to later documents, also after a merge", async () => {
    const all = await fresh();
    await buildIndex(all, documents(0, 340), { analysis, positions: true });
    const half = await fresh();
    await buildIndex(half, documents(0, 340).slice(0, 200), { analysis, positions: true });
    const [atOnce, later] = [await fresh(), await fresh()];
    await writePrunedIndex(await IndexSnapshot.open(all), atOnce, weights);
    await writePrunedIndex(await IndexSnapshot.open(half), later, weights);
    const writer = await IndexWriter.open(later);
    await writer.addAll(documents(0, 340).slice(200));
    await writer.merge();
    await writer.commit();
    await writer.close();
    expect((await checkIndex(later)).damages).toEqual([]);
    const [one, other] = [await IndexSnapshot.open(atOnce), await IndexSnapshot.open(later)];
    expect([...(other.weights?.entries() ?? [])].sort()).toEqual(
      [...(one.weights?.entries() ?? [])].sort(),
    );
    expect(other.totalLength).toBe(one.totalLength);
    for (const term of WORDS) expect(other.term(term)).toEqual(one.term(term));
  });

  test("keeps its weights when it is reordered", async () => {
    const writer = await IndexWriter.open(pruned);
    for (const { id, text } of [...documents(0, 300), ...documents(300, 320)]) {
      if (`omega ${text}`.includes("beta")) await writer.delete(id);
    }
    await writer.merge(); // beta is in no document now, and its weight must not be lost
    await writer.reorder();
    await writer.add({ id: "late", text: "alpha beta omega" });
    await writer.commit();
    await writer.close();
    expect((await checkIndex(pruned)).damages).toEqual([]);
    const snapshot = await IndexSnapshot.open(pruned);
    const weighed = ["alpha", "beta", "delta", "omega"].map((term) =>
      snapshot.weights?.weight(term),
    );
    expect(weighed).toEqual([0, 0.5, 1, 1.75]);
    expect(snapshot.postings("alpha")).toBeUndefined();
    expect(snapshot.term("beta")?.documentFrequency).toBe(1);
    await snapshot.close();
  });

  test("has the same bytes when it is written again", async () => {
    const again = await fresh();
    await writePrunedIndex(await IndexSnapshot.open(directory), again, weights);
    for (const name of await pruned.list()) {
      expect(await again.read(name), name).toEqual(await pruned.read(name));
    }
  });

  test.each(["weights", "segment-1.weights"])("is rejected with damaged %s", async (file) => {
    const bytes = (await pruned.read(file)).slice();
    bytes[60] = (bytes[60] as number) ^ 1;
    await pruned.remove(file);
    await pruned.write(file, bytes);
    expect((await checkIndex(pruned)).damages).toMatchObject([{ file }]);
    await expect(IndexSnapshot.open(pruned)).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    await expect(IndexWriter.open(pruned)).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
  });

  test("cannot be recovered with damaged weights of its own", async () => {
    const bytes = (await pruned.read("weights")).slice();
    bytes[60] = (bytes[60] as number) ^ 1;
    await pruned.remove("weights");
    await pruned.write("weights", bytes);
    await expect(recoverIndex(pruned, await fresh())).rejects.toMatchObject({
      code: "CORRUPT_INDEX",
    });
  });

  test("is recovered with its weights", async () => {
    const target = await fresh();
    await recoverIndex(pruned, target);
    expect((await IndexSnapshot.open(target)).weights?.weight("beta")).toBe(0.5);
  });

  test("loses its weights when another index replaces it", async () => {
    await buildIndex(pruned, documents(0, 3), { mode: "replace" });
    expect(await pruned.list()).not.toContain("weights");
    expect((await IndexSnapshot.open(pruned)).weights).toBeUndefined();
  });

  test("is empty and intact without documents", async () => {
    const [none, target] = [await fresh(), await fresh()];
    await buildIndex(none, []);
    await writePrunedIndex(await IndexSnapshot.open(none), target, weights);
    expect(await checkIndex(target)).toMatchObject({ damages: [], documents: 0 });
  });

  test("cannot be pruned again, nor written over anything", async () => {
    const snapshot = await IndexSnapshot.open(pruned);
    const target = await fresh();
    await expect(writePrunedIndex(snapshot, target, weights)).rejects.toThrow("weights already");
    const plain = await IndexSnapshot.open(directory);
    await expect(writePrunedIndex(plain, pruned, weights)).rejects.toThrow("must be empty");
  });
});
