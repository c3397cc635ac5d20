import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { buildIndex, IndexSnapshot, IndexWriter, TermWeights } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { ranker as rankerOf } from "./naming/ranker-name.ts";
import { Searcher } from "./searcher.ts";
import { termAtATime } from "./traversal/term-at-a-time.ts";

const RANKERS = ["bm25(k1=1.2,b=0.6", "bm25(idf=cf,k3=1", "lm(mu=20", "tfidf(idf=cf"];

/** Enough documents for full blocks of postings. */
const DOCUMENTS = ((): { id: string; text: string }[] => {
  const random = new Random(5);
  const word = (): string => `w${Math.floor(40 * random.uniform() ** 2)}`;
  return Array.from({ length: 1500 }, (_, i) => ({
    id: `d${i}`,
    text: Array.from({ length: 2 + random.below(30) }, word).join(" "),
  }));
})();

async function indexWith(weights: TermWeights): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  await buildIndex(directory, DOCUMENTS, { analysis: { stemmer: "none" } });
  const writer = await IndexWriter.open(directory);
  await writer.weigh(weights, "bm25(weights=learned)");
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

let weighted: IndexSnapshot;
let plain: IndexSnapshot;

beforeAll(async () => {
  const entries = Array.from(
    { length: 40 },
    (_, i) =>
      [`w${i}`, Math.exp((i % 9) / 4 - 1), i === 0 ? 0 : Math.exp((i % 7) / 3 - 1)] as const,
  );
  weighted = await indexWith(new TermWeights(entries, 1, 1));
  plain = await indexWith(
    new TermWeights(
      entries.map(([term]) => [term, 1, 1]),
      1,
      1,
    ),
  );
});

describe.each(RANKERS)("%s,weights=learned)", (open) => {
  const name = `${open},weights=learned)`;

  test("returns by the kernels what scoring every posting returns", async () => {
    const searcher = new Searcher(weighted);
    const terms = fc.array(fc.integer({ min: 0, max: 42 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(terms, fc.integer({ min: 1, max: 60 }), async (numbers, top) => {
        const query = numbers.map((number) => `w${number}`);
        const hits = await searcher.rank(query, { ranker: name, top });
        const prepared = await rankerOf(name).prepare(weighted, query);
        const expected = termAtATime(weighted, prepared, { top });
        expect([...hits.documents]).toEqual([...expected.documents]);
        expect([...hits.scores]).toEqual([...expected.scores]);
      }),
      { numRuns: 60 },
    );
  });

  test("equals the plain ranker with every weight 1, to the last bit", async () => {
    const searcher = new Searcher(plain);
    const query = ["w1", "w5", "w5", "w30"];
    const learned = await searcher.rank(query, { ranker: name, top: 50 });
    const plainHits = await searcher.rank(query, { ranker: `${open})`, top: 50 });
    expect(learned).toEqual(plainHits);
  });
});

describe("learned weights", () => {
  test("multiply contributions and frequencies, as the explanation shows", async () => {
    const searcher = new Searcher(weighted);
    const ranker = "bm25(k1=1.2,b=0.6,weights=learned)";
    const { documents } = await searcher.rank(["w7"], { ranker, top: 1 });
    const [part] = (await searcher.explain(["w7"], documents[0] as number, { ranker })).parts;
    const { weights } = weighted;
    const facts = part?.facts as Record<string, number>;
    expect(facts.termWeight).toBe(weights?.queryWeight("w7"));
    expect(facts.documentWeight).toBe(weights?.weight("w7"));
    const weightedFrequency = (facts.documentWeight as number) * (facts.frequency as number);
    const mean = weighted.totalLength / weighted.documentCount;
    const match =
      weightedFrequency /
      (weightedFrequency + 1.2 * (0.4 + (0.6 * (facts.length as number)) / mean));
    expect(facts.match).toBeCloseTo(match, 12);
    const weight = (facts.termWeight as number) * (facts.salience as number);
    expect(part?.value).toBeCloseTo(weight * match, 12);
  });

  test("leave out terms with weight 0 in queries", async () => {
    const searcher = new Searcher(weighted);
    const { documents } = await searcher.rank(["w0"], { ranker: "bm25(weights=learned)" });
    expect(documents).toHaveLength(0);
  });

  test("apply to queries with operators too", async () => {
    const analyzer = await openAnalyzer(weighted.settings.analysis);
    const searcher = new Searcher(weighted, { analyzer });
    const rankOptions = { ranker: "bm25(weights=learned)", top: 5 };
    const words = await searcher.rank("w7 w9", rankOptions);
    const clauses = await searcher.rank("w7 w9", { ...rankOptions, syntax: true });
    expect(clauses).toEqual(words);
  });

  test("are rejected where an index has none", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, DOCUMENTS.slice(0, 5));
    const searcher = new Searcher(await IndexSnapshot.open(directory));
    await expect(searcher.rank(["w1"], { ranker: "lm(weights=learned)" })).rejects.toThrow(
      "weights=learned needs an index with learned term weights",
    );
  });
});
