import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Judgements, Run } from "../collection/run.ts";
import { type EvaluationOptions, evaluate } from "./evaluate.ts";

type Scores = Readonly<Record<string, number>>;

function createRun(queries: Readonly<Record<string, Scores>>, name = "test"): Run {
  const rankings = Object.entries(queries).map(
    ([query, scores]) =>
      [
        query,
        { documents: Object.keys(scores), scores: Float64Array.from(Object.values(scores)) },
      ] as const,
  );
  return { name, rankings: new Map(rankings) };
}

function createJudgements(queries: Readonly<Record<string, Scores>>): Judgements {
  return new Map(
    Object.entries(queries).map(([q, grades]) => [q, new Map(Object.entries(grades))]),
  );
}

function evaluateValues(
  run: Run,
  judgements: Judgements,
  measures: readonly string[],
  options: EvaluationOptions = {},
) {
  const evaluation = evaluate(run, judgements, measures, options);
  return (query: string) =>
    evaluation.measures.map(({ perQuery, overall }) =>
      query === "all" ? overall : perQuery[evaluation.queries.indexOf(query)],
    );
}

/** Equal to the four decimals that trec_eval prints. */
function expectPrinted(actual: readonly (number | undefined)[], expected: readonly number[]): void {
  expect(actual.map((value) => value?.toFixed(4))).toEqual(
    expected.map((value) => value.toFixed(4)),
  );
}

describe("the small runs that trec_eval 9.0.8 and 10.0 evaluated", () => {
  const lecture = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0];
  const judgements = createJudgements({
    q1: Object.fromEntries(lecture.map((grade, i) => [`d${i}`, grade])),
    q2: { a: 1, b: 0, c: 1, e: 0 },
    q3: { z: 1 },
    q4: { x: 0 },
  });
  const q1 = Object.fromEntries(lecture.map((_, i) => [`d${i}`, 10 - i]));
  const queries = {
    q1,
    q2: { b: 1, a: 1, u: 1, c: 0.5, e: 0.50000001 },
    q4: { x: 1 },
    q5: { x: 1 },
  };
  const run = createRun(queries);

  test("q1 equals trec_eval on the grades of the lecture, in order", () => {
    const measures = ["AP", "Rprec", "bpref", "P@3", "P@5", "R@3"];
    const expected = [0.8441, 0.7143, 0.619, 1, 0.6, 0.4286];
    expectPrinted(evaluateValues(run, judgements, measures)("q1"), expected);
    const gains = ["nDCG", "nDCG@2", "nDCG@3", "nDCG@5", "nDCG(form=log-rank)@10"];
    expectPrinted(
      evaluateValues(run, judgements, gains)("q1"),
      [0.9168, 0.871, 0.9013, 0.7177, 0.8825],
    );
  });

  test("q2 breaks ties by the larger id, so the order is u, b, a, e, c", () => {
    const measures = ["AP", "RR", "bpref", "P@3", "R@3", "nDCG@3", "nDCG"];
    const expected = [0.3667, 0.3333, 0.25, 0.3333, 0.5, 0.3066, 0.5438];
    expectPrinted(evaluateValues(run, judgements, measures)("q2"), expected);
  });

  test("intersect averages over the three judged and ranked queries", () => {
    const all = evaluateValues(run, judgements, ["AP", "RR", "nDCG"], { queries: "intersect" });
    expectPrinted(all("all"), [0.4036, 0.4444, 0.4869]);
    expectPrinted(all("q4"), [0, 0, 0]);
  });

  test("complete counts the judged query that the run misses as 0", () => {
    expectPrinted(evaluateValues(run, judgements, ["AP", "RR"])("all"), [0.3027, 0.3333]);
    const { queries: evaluatedQueries, missing } = evaluate(run, judgements, ["AP"]);
    expect(evaluatedQueries).toEqual(["q1", "q2", "q3", "q4"]);
    expect(missing).toBe(1);
  });

  test("scores that differ beyond 32 bits tie in 9.0.8 and not in 10.0", () => {
    const close = createRun({ ...queries, q2: { b: 1, a: 1, u: 1, c: 0.50000001, e: 0.5 } });
    const measures = ["AP", "nDCG@5", "bpref"];
    expectPrinted(evaluateValues(close, judgements, measures)("q2"), [0.3667, 0.5438, 0.25]);
    const doubles = evaluateValues(close, judgements, measures, { precision: "f64" });
    expectPrinted(doubles("q2"), [0.4167, 0.5706, 0.5]);
  });

  test("negative grades count as not judged; gains are 1 and 3; relevance starts at grade 2", () => {
    const graded = createJudgements({ q: { a: 2, b: 1, c: -1, d: 0 } });
    const ranked = createRun({ q: { c: 5, b: 4, a: 3, d: 2, zz: 1 } });
    const evaluateRanked = (...measures: string[]) => evaluateValues(ranked, graded, measures)("q");
    expectPrinted(
      evaluateRanked("AP", "bpref", "P@5", "nDCG", "nDCG@2"),
      [0.5833, 1, 0.4, 0.6199, 0.2398],
    );
    expectPrinted(evaluateRanked("nDCG(form=exp)"), [0.5869]);
    const strict = evaluateRanked("AP(rel=2)", "bpref(rel=2)", "RR(rel=2)", "R(rel=2)@5");
    expectPrinted(strict, [0.3333, 0, 0.3333, 1]);
  });
});

describe("evaluate", () => {
  const judgements = createJudgements({ q1: { a: 1 }, q2: { b: 1 } });
  const run = createRun({ q1: { a: 2, b: 1 } });

  test("sums counts, also those of missing queries", () => {
    const counts = evaluateValues(run, judgements, ["NumRet", "NumRel", "NumRelRet"]);
    expect(counts("all")).toEqual([2, 2, 1]);
    const common = evaluateValues(run, judgements, ["NumRel"], { queries: "intersect" });
    expect(common("all")).toEqual([1]);
  });

  test("evaluates the queries of a list, in byte order, each once", () => {
    const { queries } = evaluate(run, judgements, ["AP"], { queries: ["q2", "q1", "q2"] });
    expect(queries).toEqual(["q1", "q2"]);
  });

  test("follows the rank column on request", () => {
    const ranking = {
      documents: ["a", "b"],
      scores: Float64Array.of(2, 1),
      ranks: Float64Array.of(2, 1),
    };
    const ranked: Run = { name: "ranked", rankings: new Map([["q1", ranking]]) };
    const options = { orderBy: "rank", queries: "intersect" } as const;
    expect(evaluateValues(ranked, judgements, ["RR"], options)("q1")).toEqual([0.5]);
  });

  test("does not depend on the order of the lines", () => {
    const grades = fc.dictionary(fc.constantFrom(..."abcdefgh"), fc.integer({ min: -1, max: 3 }));
    const scores = fc.dictionary(fc.constantFrom(..."abcdefghij"), fc.integer({ min: 0, max: 3 }), {
      minKeys: 1,
    });
    fc.assert(
      fc.property(grades, scores, (judgedGrades, ranked) => {
        const turned = Object.fromEntries(Object.entries(ranked).reverse());
        const measures = ["AP", "nDCG@3", "bpref", "RR", "Judged@5"];
        const [one, other] = [ranked, turned].map((lines) =>
          evaluateValues(
            createRun({ q: lines }),
            createJudgements({ q: judgedGrades }),
            measures,
          )("q"),
        );
        expect(one).toEqual(other);
      }),
    );
  });

  test.each<[string, Run, Judgements, readonly string[], EvaluationOptions, string]>([
    ["no measure", run, judgements, [], {}, "at least one measure, got none"],
    ["an unknown measure", run, judgements, ["XY@5"], {}, 'unknown measure "XY@5"'],
    ["no judgements", run, new Map(), ["AP"], {}, "there are no judgements"],
    ["an empty run", createRun({}, "r"), judgements, ["AP"], {}, 'the run "r" is empty'],
    [
      "no query in common",
      createRun({ x9: { a: 1 } }, "r"),
      judgements,
      ["AP"],
      {},
      'the run "r" and the judgements have no query in common: 1 queries are ranked, such as "x9", and 2 are judged, such as "q1"',
    ],
    ["a score that is no number", createRun({ q1: { a: NaN } }), judgements, ["AP"], {}, '"a"'],
    [
      "a grade that is not whole",
      run,
      createJudgements({ q1: { a: 0.5 } }),
      ["AP"],
      {},
      'a grade must be a whole number below 2^31, got 0.5 for document "a" of query "q1"',
    ],
    ["an unjudged query in the list", run, judgements, ["AP"], { queries: ["q7"] }, '"q7" has no'],
    ["an empty list", run, judgements, ["AP"], { queries: [] }, "is empty"],
    [
      "an unknown rule",
      run,
      judgements,
      ["AP"],
      { queries: "some" as "complete" },
      'queries must be complete, intersect or a list, got "some"',
    ],
  ])("rejects %s", (_, ranked, judgedGrades, measures, options, message) => {
    expect(() => evaluate(ranked, judgedGrades, measures, options)).toThrow(message);
  });

  test("rejects a duplicate document in a ranking, with both ranks", () => {
    const ranking = { documents: ["a", "b", "a"], scores: Float64Array.of(3, 2, 1) };
    const twice: Run = { name: "r", rankings: new Map([["q1", ranking]]) };
    expect(() => evaluate(twice, judgements, ["AP"])).toThrow(
      'a ranking must not contain a document twice: "a" is number 1 and 3 for query "q1" of run "r"',
    );
  });
});
