import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { MemoryIndex } from "../index/memory-index.ts";
import { differentiableModel, MODELS } from "./differentiable-model.ts";
import { PairObjective, type StatisticsScope, type TrainingPair } from "./pair-loss.ts";
import { TermMatrix } from "./term-matrix.ts";
import { WeightNetwork } from "./weight-network.ts";

/** Texts by chance over few words, so that pairs share terms. */
const random = new Random(7);
const word = (): string => "abcdefghijkl"[random.below(12)] as string;
const texts = Array.from({ length: 24 }, () => Array.from({ length: 3 + random.below(9) }, word));
const matrix = new TermMatrix(new MemoryIndex(texts.map((terms, i) => ({ id: `${i}`, terms }))));
const pairs: TrainingPair[] = Array.from({ length: 12 }, (_, i) => ({
  query: matrix.query([word(), word(), word()]),
  better: matrix.document(i),
  worse: matrix.document(i + 12),
}));

const DIMENSION = 4;
const vectors = {
  dimension: DIMENSION,
  rows: Float32Array.from({ length: DIMENSION * matrix.terms.length }, () => random.normal()),
  // The third term has no vector.
  isKnown: Uint8Array.from(matrix.terms, (_, i) => (i === 2 ? 0 : 1)),
};
vectors.rows.fill(0, 2 * DIMENSION, 3 * DIMENSION);

const scopes: readonly StatisticsScope[] = ["collection", "batch"];
const cases = MODELS.flatMap((name) =>
  scopes.flatMap((scope) =>
    (["smooth", "paper"] as const).map((rarity) => [name, scope, rarity] as const),
  ),
);

describe.each(cases)("the loss of %s over the %s, rarity %s", (name, scope, rarity) => {
  const model = differentiableModel(name, { rarity, mu: 15 });
  const lambda = 0.1;

  test("has the gradient that finite differences show, down to w and b", () => {
    for (const withoutVector of ["one", "bias"] as const) {
      const network = new WeightNetwork(vectors, { withoutVector });
      const draws = new Random(3);
      for (let i = 0; i < DIMENSION; i++) network.parameters[i] = 0.4 * draws.normal();
      const weights = new Float64Array(matrix.terms.length);
      const objective = new PairObjective(model, weights, matrix, { scope, lambda });
      const lossNow = (): number => {
        network.weigh(weights);
        return objective.evaluate(pairs, new Float64Array(weights.length)).loss;
      };
      network.weigh(weights);
      // Some terms weigh 0 and some do not, or the kink would go untested.
      expect(weights.includes(0)).toBe(true);
      const weightGradient = new Float64Array(weights.length);
      objective.evaluate(pairs, weightGradient);
      const gradient = network.gradient(weights, weightGradient);
      for (let i = 0; i <= DIMENSION; i++) {
        const before = network.parameters[i] as number;
        network.parameters[i] = before + 1e-6;
        const up = lossNow();
        network.parameters[i] = before - 1e-6;
        const down = lossNow();
        network.parameters[i] = before;
        expect(gradient[i]).toBeCloseTo((up - down) / 2e-6, 5);
      }
    }
  });
});

describe("the loss of a batch", () => {
  const tiny = new TermMatrix(
    new MemoryIndex([
      { id: "1", terms: ["t1", "t1", "t2"] },
      { id: "2", terms: ["t2", "t3", "t3", "t3"] },
    ]),
  );
  const pair = {
    query: tiny.query(["t2"]),
    better: tiny.document(0),
    worse: tiny.document(1),
  };

  test("mixes hinge and l1 by lambda", () => {
    // cf = 2, 2, 3; idf of t2 = ln(4/3) = .287682; both documents have t2 once,
    // so the hinge is 1 - .287682 + .287682 = 1. l1 = 3 + 4.
    const model = differentiableModel("tfidf");
    const weights = new Float64Array(3).fill(1);
    const options = { scope: "collection", lambda: 0.25 } as const;
    const objective = new PairObjective(model, weights, tiny, options);
    const { hinge, l1, loss } = objective.evaluate([pair], new Float64Array(3));
    expect([hinge, l1]).toEqual([1, 7]);
    expect(loss).toBeCloseTo(0.75 * 1 + 0.25 * 7, 12);
  });

  test("takes each half of the batch for a collection if asked to", () => {
    // Alone, document 1 has cf 2, 1, 0: idf of t2 = ln(3/2). Document 2 has cf
    // 0, 1, 3: ln(4/2). Hinge = 1 - .405465 + .693147.
    const model = differentiableModel("tfidf");
    const weights = new Float64Array(3).fill(1);
    const options = { scope: "batch", lambda: 0 } as const;
    const objective = new PairObjective(model, weights, tiny, options);
    expect(objective.evaluate([pair], new Float64Array(3)).hinge).toBeCloseTo(1.287682, 6);
  });
});

test("a language model's matches do not depend on the weight of their own term", () => {
  // The weight stands in the frequency and in p(t|C) and cancels: weights act
  // through lengths alone, and by being 0.
  const model = differentiableModel("lm");
  const slopes = {
    frequency: 0,
    collectionFrequency: 0,
    length: 0,
    totalLength: 0,
    maxCollectionFrequency: 0,
  };
  const at = { ...slopes, frequency: 2, collectionFrequency: 10, length: 9, totalLength: 100 };
  model.term(at, 5, slopes);
  expect(slopes.frequency * 2 + slopes.collectionFrequency * 10).toBeCloseTo(0, 12);
});
