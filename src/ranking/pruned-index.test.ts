import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { buildIndex } from "../index/build-index.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { writePrunedIndex } from "../index/weights/pruned-index.ts";
import { TermWeights } from "../index/weights/term-weights.ts";
import { WeightedView } from "../index/weights/weighted-view.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { Searcher } from "./searcher.ts";

const WORDS = ["alpha", "beta", "gamma", "delta", "kappa", "sigma"];
const weights = new TermWeights([
  ["alpha", 0],
  ["beta", 0.3],
  ["gamma", 2.5],
  ["kappa", 0],
]);

test.each(["tdv-bm25", "tdv-lm", "tdv-tfidf", "bm25", "rm3(tdv-bm25)"])(
  "%s ranks a pruned index like the whole index with weights applied, to the last bit",
  async (ranker) => {
    const random = new Random(11);
    const texts = Array.from({ length: 150 }, () =>
      Array.from({ length: 1 + random.below(12) }, () => WORDS[random.below(6)]).join(" "),
    );
    const [full, pruned] = [new MemoryDirectory(), new MemoryDirectory()];
    const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
    await buildIndex(full, documents, { analysis: { stemmer: "none", stopWords: "none" } });
    const before = await IndexSnapshot.open(full);
    await writePrunedIndex(before, pruned, weights);
    const expected = new Searcher(new WeightedView(before, weights));
    const actual = new Searcher(await IndexSnapshot.open(pruned));
    for (const query of [["alpha", "beta"], ["gamma", "delta", "gamma"], WORDS, ["kappa"]]) {
      const options = { ranker, top: 200 };
      expect(await actual.rank(query, options)).toEqual(await expected.rank(query, options));
    }
    const { documents: none } = await actual.rank(["kappa", "alpha"], { ranker });
    expect(none).toHaveLength(0);
  },
);
