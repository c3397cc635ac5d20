import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { Random } from "../../common/random.ts";
import { createDifferentiableModel, MODELS } from "./differentiable-model.ts";
import { ScoreGradient } from "./score-gradient.ts";
import { TermMatrix } from "./term-matrix.ts";
import {
  type RankingLoss,
  type StatisticsScope,
  type TrainingExample,
  TrainingObjective,
} from "./training-loss.ts";
import { WeightNetwork } from "./weight-network.ts";

/** Random texts over few words, so that pairs share terms. */
const random = new Random(7);
const drawWord = (): string => "abcdefghijkl"[random.below(12)] as string;
const texts = Array.from({ length: 24 }, () =>
  Array.from({ length: 3 + random.below(9) }, drawWord),
);
const matrix = new TermMatrix(new MemoryIndex(texts.map((terms, i) => ({ id: `${i}`, terms }))));
const examples: TrainingExample[] = Array.from({ length: 12 }, (_, i) => ({
  query: matrix.query([drawWord(), drawWord(), drawWord()]),
  better: matrix.document(i),
  others: [matrix.document(i + 12), matrix.document((i + 5) % 24)],
}));

const DIMENSION = 4;
const vectors = {
  dimension: DIMENSION,
  rows: Float32Array.from({ length: DIMENSION * matrix.terms.length }, () => random.normal()),
  // The third term has no vector.
  hasVector: Uint8Array.from(matrix.terms, (_, i) => (i === 2 ? 0 : 1)),
};
vectors.rows.fill(0, 2 * DIMENSION, 3 * DIMENSION);

const scopes: readonly StatisticsScope[] = ["collection", "batch"];
const losses: readonly RankingLoss[] = ["softmax", "hinge"];
const cases = MODELS.flatMap((name) =>
  (["smooth", "cf-smooth", "cf"] as const).flatMap((idf) =>
    (["plain", "weighted", "whole"] as const).map((query) => [name, idf, query] as const),
  ),
);

describe.each(cases)("the loss of %s, idf %s, query %s", (name, idf, query) => {
  const lambda = 0.1;

  test.each(scopes.flatMap((scope) => losses.map((loss) => [loss, scope] as const)))(
    "%s over the %s has the gradient of finite differences",
    (loss, scope) => {
      const model = createDifferentiableModel(name, { idf, query, mu: 15 });
      for (const withoutVector of ["one", "bias"] as const) {
        const network = new WeightNetwork(vectors, { withoutVector });
        const draws = new Random(3);
        for (let i = 0; i < DIMENSION; i++) network.parameters[i] = 0.4 * draws.normal();
        const weights = new Float64Array(matrix.terms.length);
        const fresh = () => new ScoreGradient(weights.length, model.parameters.length);
        const objective = new TrainingObjective(model, weights, matrix, { scope, lambda, loss });
        const lossNow = (): number => {
          network.weigh(weights);
          objective.refresh();
          return objective.evaluate(examples, fresh()).loss;
        };
        const around = (step: (by: number) => void): number => {
          step(1e-6);
          const up = lossNow();
          step(-2e-6);
          const down = lossNow();
          step(1e-6);
          return (up - down) / 2e-6;
        };
        network.weigh(weights);
        // Some terms have weight 0 and some do not, or the kink would go untested.
        expect(weights.includes(0)).toBe(true);
        const slopes = fresh();
        objective.evaluate(examples, slopes);
        const { sharpness, sharpnessSlope } = objective;
        const ofLength = network.gradient(weights, matrix.frequencies);
        const gradient = network
          .gradient(weights, slopes.weights, slopes.terms)
          .map((slope, i) => slope + slopes.totalLength * (ofLength[i] as number));
        for (let i = 0; i <= DIMENSION; i++) {
          const step = (by: number): void => {
            network.parameters[i] = (network.parameters[i] as number) + by;
          };
          expect(gradient[i]).toBeCloseTo(around(step), 5);
        }
        for (const [i, parameter] of model.parameters.entries()) {
          const slope = parameter.slope(slopes.parameters[i] as number);
          expect(slope).toBeCloseTo(
            around((by) => parameter.move(by)),
            5,
          );
        }
        const measured = around((by) => sharpness.move(by));
        expect(sharpness.slope(sharpnessSlope)).toBeCloseTo(measured, 5);
      }
    },
  );
});

describe("the loss of a batch", () => {
  const tiny = new TermMatrix(
    new MemoryIndex([
      { id: "1", terms: ["t1", "t1", "t2"] },
      { id: "2", terms: ["t2", "t3", "t3", "t3"] },
    ]),
  );
  const example = {
    query: tiny.query(["t2"]),
    better: tiny.document(0),
    others: [tiny.document(1)],
  };
  const plain = { idf: "cf-smooth", query: "plain" } as const;
  const createLoss = (scope: StatisticsScope, lambda: number, loss: RankingLoss) =>
    new TrainingObjective(
      createDifferentiableModel("tfidf", plain),
      new Float64Array(3).fill(1),
      tiny,
      {
        scope,
        lambda,
        loss,
      },
    ).evaluate([example], new ScoreGradient(3, 0));

  test("mixes hinge and l1 by lambda", () => {
    // cf = 2, 2, 3; idf of t2 = ln(4/3) = .287682; both documents have t2 once,
    // so the hinge is 1 - .287682 + .287682 = 1. l1 = 3 + 4.
    const { ranking, l1, loss } = createLoss("collection", 0.25, "hinge");
    expect([ranking, l1]).toEqual([1, 7]);
    expect(loss).toBeCloseTo(0.75 * 1 + 0.25 * 7, 12);
  });

  test("treats each half of the batch as a collection on request", () => {
    // Alone, document 1 has cf 2, 1, 0: idf of t2 = ln(3/2). Document 2 has cf
    // 0, 1, 3: ln(4/2). Hinge = 1 - .405465 + .693147.
    expect(createLoss("batch", 0, "hinge").ranking).toBeCloseTo(1.287682, 6);
  });

  test("has scores with a spread of 1 once calibrated", () => {
    // The query t1 scores 2 · ln(4/3) and 0: their mean lies ln(4/3) from each.
    const apart = { ...example, query: tiny.query(["t1"]) };
    const weights = new Float64Array(3).fill(1);
    const options = { scope: "collection", lambda: 0, loss: "softmax" } as const;
    const model = createDifferentiableModel("tfidf", plain);
    const objective = new TrainingObjective(model, weights, tiny, options);
    objective.calibrate([apart]);
    expect(objective.sharpness.value).toBeCloseTo(1 / Math.log(4 / 3), 9);
  });

  test("is ln 2 for a softmax over two equal scores", () => {
    expect(createLoss("collection", 0, "softmax").ranking).toBeCloseTo(Math.LN2, 12);
  });
});

test("a language model's matches do not depend on the weight of their own term", () => {
  // The weight is in the frequency and in p(t|C) and cancels: weights act only through lengths, and
  // by being 0.
  const model = createDifferentiableModel("lm");
  const slopes = {
    frequency: 0,
    collectionFrequency: 0,
    length: 0,
    totalLength: 0,
    maxCollectionFrequency: 0,
    parameters: new Float64Array(1),
  };
  const at = {
    frequency: 2,
    collectionFrequency: 10,
    length: 9,
    totalLength: 100,
    maxCollectionFrequency: 0,
    documentFrequency: 3,
  };
  model.term(at, 5, slopes);
  expect(slopes.frequency * 2 + slopes.collectionFrequency * 10).toBeCloseTo(0, 12);
});
