/**
 * Every measure against its definition, implemented again as plainly as possible, and against laws
 * that hold for all rankings.
 */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MEASURES } from "./measure-list.ts";
import { parseMeasure } from "./measure-name.ts";
import type { RankingGrades } from "./ranking-grades.ts";

/** Grades along a ranking, and grades of judged documents that were not retrieved. */
const rankings = fc
  .tuple(
    fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 30 }),
    fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 15 }),
  )
  .map(([retrieved, unseen]) => createRankingGrades(retrieved, unseen));
const cutoffs = fc.integer({ min: 1, max: 40 });
const levels = fc.integer({ min: 1, max: 4 });

function createRankingGrades(
  retrieved: readonly number[],
  unseen: readonly number[] = [],
): RankingGrades {
  const all = [...retrieved, ...unseen].filter((grade) => grade >= 0);
  return {
    grades: Int32Array.from(retrieved),
    ideal: Int32Array.from(all.sort((a, b) => b - a)),
  };
}

function computeScore(name: string, ranking: RankingGrades): number {
  const { measure, settings } = parseMeasure(name);
  return measure.score(ranking, settings);
}

describe("computed by hand", () => {
  // Retrieved: relevant (grade 2), not judged, judged not relevant, relevant (1). Missed: one of grade 1.
  const ranking = createRankingGrades([2, -1, 0, 1], [1]);

  test.each([
    ["P@1", 1],
    ["P@4", 2 / 4],
    ["P@10", 2 / 10], // the denominator stays 10
    ["R@1", 1 / 3],
    ["R@10", 2 / 3],
    ["Hit@1", 1],
    ["Hit(rel=3)@10", 0],
    ["RR", 1],
    ["RR(rel=3)", 0],
    ["AP", (1 / 1 + 2 / 4) / 3],
    ["AP@3", 1 / 3],
    ["Rprec", 1 / 3], // one relevant in the first three
    ["bpref", (1 + (1 - 1 / 1)) / 3], // one judged non-relevant above the second, of one in all
    ["Judged", 3 / 4],
    ["Judged@2", 1 / 2],
    ["Judged@10", 3 / 4], // the denominator shrinks to what was retrieved
    ["DCG", 2 + 1 / Math.log2(5)],
    ["DCG(form=log-rank)", 2 + 1 / 2],
    ["DCG(form=exp)@3", 3],
    ["nDCG@1", 1],
    ["nDCG@4", (2 + 1 / Math.log2(5)) / (2 + 1 / Math.log2(3) + 1 / 2)],
    ["nDCG(form=log-rank)", (2 + 1 / 2) / (2 + 1 + 1 / Math.log2(3))],
    ["SetP", 2 / 4],
    ["SetR", 2 / 3],
    ["SetF1", 4 / 7],
    ["NumRet", 4],
    ["NumRel", 3],
    ["NumRel(rel=2)", 1],
    ["NumRelRet", 2],
  ])("%s is %d", (name, expected) => {
    expect(computeScore(name, ranking)).toBeCloseTo(expected, 14);
  });

  test("every measure of an empty ranking is 0, except the number of relevant documents", () => {
    for (const { name, cutoff } of MEASURES) {
      const measure = cutoff === "required" ? `${name}@10` : name;
      expect(computeScore(measure, createRankingGrades([], [1, 0])), measure).toBe(
        name === "NumRel" ? 1 : 0,
      );
    }
  });

  test("every measure is 0 if nothing is relevant, except counts and judged documents", () => {
    for (const { name, cutoff } of MEASURES) {
      if (name === "NumRet" || name === "Judged") continue;
      const measure = cutoff === "required" ? `${name}@10` : name;
      expect(computeScore(measure, createRankingGrades([0, -1, 0])), measure).toBe(0);
    }
  });
});

describe("against the definition, written out", () => {
  const relevant = (list: ArrayLike<number>, rel: number): number =>
    Array.from(list).filter((grade) => grade >= rel).length;

  test("AP averages the precision at each relevant document over all that are relevant", () => {
    fc.assert(
      fc.property(rankings, levels, cutoffs, (ranking, rel, k) => {
        const precisions = [...ranking.grades]
          .slice(0, k)
          .flatMap((grade, i) =>
            grade >= rel ? [relevant(ranking.grades.slice(0, i + 1), rel) / (i + 1)] : [],
          );
        const total = relevant(ranking.ideal, rel);
        const expected = total === 0 ? 0 : precisions.reduce((a, b) => a + b, 0) / total;
        expect(computeScore(`AP(rel=${rel})@${k}`, ranking)).toBeCloseTo(expected, 12);
      }),
    );
  });

  test("nDCG divides the discounted gain by that of the judged documents, best first", () => {
    fc.assert(
      fc.property(rankings, cutoffs, (ranking, k) => {
        const dcg = (grades: readonly number[]): number =>
          grades
            .slice(0, k)
            .map((grade, i) => Math.max(0, grade) / Math.log2(i + 2))
            .reduce((a, b) => a + b, 0);
        const best = dcg([...ranking.ideal].sort((a, b) => b - a));
        const expected = best === 0 ? 0 : dcg([...ranking.grades]) / best;
        expect(computeScore(`nDCG@${k}`, ranking)).toBeCloseTo(expected, 12);
      }),
    );
  });

  test("bpref counts, for each relevant document, the first R judged non-relevant above it", () => {
    fc.assert(
      fc.property(rankings, levels, (ranking, rel) => {
        const total = relevant(ranking.ideal, rel);
        const others = ranking.ideal.length - total;
        const terms = [...ranking.grades].flatMap((grade, i) => {
          if (grade < rel) return [];
          const above = ranking.grades.slice(0, i).filter((g) => g >= 0 && g < rel).length;
          return [above === 0 ? 1 : 1 - Math.min(above, total) / Math.min(others, total)];
        });
        const expected = total === 0 ? 0 : terms.reduce((a, b) => a + b, 0) / total;
        expect(computeScore(`bpref(rel=${rel})`, ranking)).toBeCloseTo(expected, 12);
      }),
    );
  });
});

describe("for all rankings", () => {
  const bounded = MEASURES.filter(({ name }) => name !== "DCG" && !name.startsWith("Num"));

  test("measures lie in [0, 1]", () => {
    fc.assert(
      fc.property(rankings, cutoffs, (ranking, k) => {
        for (const { name, cutoff } of bounded) {
          const value = computeScore(cutoff === "none" ? name : `${name}@${k}`, ranking);
          expect(value >= 0 && value <= 1 + 1e-12, `${name} ${value}`).toBe(true);
        }
      }),
    );
  });

  test("nDCG of the ideal order is exactly 1 in every form, if anything is relevant", () => {
    fc.assert(
      fc.property(rankings, cutoffs, ({ ideal }, k) => {
        const expected = (ideal[0] ?? 0) > 0 ? 1 : 0;
        for (const form of ["linear", "exp", "log-rank"]) {
          expect(computeScore(`nDCG(form=${form})@${k}`, { grades: ideal, ideal })).toBe(expected);
        }
      }),
    );
  });

  test("P@k times k is a whole number", () => {
    fc.assert(
      fc.property(rankings, cutoffs, (ranking, k) => {
        const count = computeScore(`P@${k}`, ranking) * k;
        expect(Math.abs(count - Math.round(count))).toBeLessThan(1e-9);
      }),
    );
  });

  test("documents below the cutoff do not matter, in any order", () => {
    fc.assert(
      fc.property(rankings, cutoffs, (ranking, k) => {
        const turned = [...ranking.grades.slice(0, k), ...ranking.grades.slice(k).reverse()];
        for (const { name, cutoff } of MEASURES) {
          if (cutoff === "none") continue;
          const measure = `${name}@${k}`;
          const other = { ...ranking, grades: Int32Array.from(turned) };
          expect(computeScore(measure, other), measure).toBe(computeScore(measure, ranking));
        }
      }),
    );
  });

  test("moving a relevant document up never lowers a measure of ranked relevance", () => {
    fc.assert(
      fc.property(rankings, fc.nat(), cutoffs, (ranking, seed, k) => {
        const grades = [...ranking.grades];
        if (grades.length < 2) return;
        const i = (seed % (grades.length - 1)) + 1;
        const [above = 0, below = 0] = [grades[i - 1], grades[i]];
        if (below <= Math.max(0, above)) return;
        const better = Int32Array.from(grades)
          .fill(below, i - 1, i)
          .fill(above, i, i + 1);
        for (const name of [
          `nDCG@${k}`,
          "nDCG(form=exp)",
          "AP",
          "RR",
          "bpref",
          "Rprec",
          `P@${k}`,
        ]) {
          const before = computeScore(name, ranking);
          expect(computeScore(name, { ...ranking, grades: better }), name).toBeGreaterThanOrEqual(
            before - 1e-12,
          );
        }
      }),
    );
  });
});

test("no two measures share a name, ignoring case", () => {
  const names = MEASURES.flatMap(({ name, aliases }) => [
    ...new Set([name, ...aliases].map((n) => n.toLowerCase())),
  ]);
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
});

test("docs/evaluation.md lists exactly these measures in its table", () => {
  const text = readFileSync(new URL("../../docs/evaluation.md", import.meta.url), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const documented = rows.map((row) => row.split("|").map((cell) => cell.trim()));
  const declared = MEASURES.map((measure) => {
    const form = { none: "", required: "@k", optional: "[@k]" }[measure.cutoff];
    const names = measure.aliases.map((name) => `\`${name}\``).join(", ");
    const parameters = measure.parameters.join(", ");
    const { name, definition, edges } = measure;
    return ["", `\`${name}${form}\``, names, parameters, definition, edges, ""];
  });
  expect(documented).toEqual(declared);
});
