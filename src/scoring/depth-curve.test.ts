import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Run } from "../collection/run.ts";
import { evaluate, parseMeasure, prepareQueryGrades } from "../evaluation/index.ts";
import { computeDepthCurve } from "./depth-curve.ts";

/** One query: grades and neural scores of its candidates, in the order of the first stage. */
interface Case {
  readonly grades: readonly number[];
  readonly scores: readonly number[];
}

/** Re-ranks at one depth in the plain way and evaluates the run. */
function computeSlowly(
  cases: readonly Case[],
  measure: string,
  depth: number,
  dropTail: boolean,
): number {
  const rankings = new Map();
  const judgements = new Map();
  for (const [q, { grades, scores }] of cases.entries()) {
    const all = grades.map((_, i) => i);
    const deep = Math.min(depth, scores.length);
    const head = all.slice(0, deep).sort((a, b) => Number(scores[b]) - Number(scores[a]) || a - b);
    const order = [...head, ...(dropTail ? [] : all.slice(deep))];
    rankings.set(`q${q}`, {
      documents: order.map((i) => `d${i}`),
      scores: Float64Array.from(order, (_, rank) => -rank),
    });
    judgements.set(`q${q}`, new Map(grades.map((grade, i) => [`d${i}`, grade])));
  }
  const run: Run = { name: "slow", rankings };
  return evaluate(run, judgements, [measure]).measures[0]?.overall as number;
}

function toScoredCandidates(cases: readonly Case[]) {
  return cases.map(({ grades, scores }, q) => {
    const byNumber = new Map(grades.map((grade, i) => [i, grade]));
    const byId = new Map(grades.map((grade, i) => [`d${i}`, grade]));
    const { ideal } = prepareQueryGrades(`q${q}`, byId);
    return { grades: Int32Array.from(byNumber.values()), ideal, scores };
  });
}

const oneCase = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    grades: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: count, maxLength: count }),
    // Few different values, so that ties are common.
    scores: fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: count }),
  }),
);

describe("depthCurve", () => {
  test.each(["RR@10", "nDCG@3", "AP"])("equals %s of a plain re-ranking at every depth", (name) => {
    fc.assert(
      fc.property(
        fc.array(oneCase, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (cases, dropTail) => {
          const { values } = computeDepthCurve(toScoredCandidates(cases), parseMeasure(name), {
            deepest: 15,
            dropTail,
          });
          for (let depth = 1; depth <= 15; depth++) {
            expect(values[depth]).toBeCloseTo(computeSlowly(cases, name, depth, dropTail), 12);
          }
        },
      ),
    );
  });

  test("starts with the first stage alone and chooses the smallest of the best depths", () => {
    // The relevant document is third and has the highest score: RR is 1/3 until depth 3 makes it 1.
    const cases = [{ grades: [0, 0, 1, 0], scores: [0.1, 0.2, 0.9, 0.3] }];
    const { values, best, measure } = computeDepthCurve(
      toScoredCandidates(cases),
      parseMeasure("RR"),
      { deepest: 5 },
    );
    expect([...values]).toEqual([1 / 3, 1 / 3, 1 / 3, 1, 1, 1]);
    expect(best).toBe(3);
    expect(measure).toBe("RR");
  });

  test("rejects an empty list of queries and a depth below 1", () => {
    expect(() => computeDepthCurve([], parseMeasure("RR"))).toThrow("without queries");
    const cases = toScoredCandidates([{ grades: [1], scores: [1] }]);
    expect(() => computeDepthCurve(cases, parseMeasure("RR"), { deepest: 0 })).toThrow("got 0");
  });
});
