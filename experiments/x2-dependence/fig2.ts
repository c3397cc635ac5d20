/**
 * Four patterns of query terms in a document as 3 × 3 matrices, and the
 * response of a kernel made for each: in sequence, reversed, unordered, and
 * near with a gap. Each kernel should prefer its own pattern.
 */

import { renderHeatMap } from "../../src/analysis/heat-map.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";
import { createCrossNgramFinding } from "./cross-ngrams.ts";

const QUERY = ["a", "b", "c"];

/** The text of a document, and the kernel for its pattern: +1 at the pattern, −½ elsewhere. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  sequence: ["a", "b", "c"],
  reverse: ["c", "b", "a"],
  unordered: ["b", "a", "c"],
  "proximity with gap": ["a", "X", "b"],
};

/** 1 where a query term equals a document term. */
export function computeMatchMatrix(document: readonly string[]): readonly (readonly number[])[] {
  return QUERY.map((term) => document.map((word) => (term === word ? 1 : 0)));
}

/** Rewards the cells of a pattern and penalises the others. */
function createKernel(document: readonly string[]): readonly (readonly number[])[] {
  return computeMatchMatrix(document).map((row) => row.map((cell) => (cell === 1 ? 1 : -0.5)));
}

/** The response of a kernel to a matrix of its size: ReLU of the sum of products. */
export function computeResponse(
  kernel: readonly (readonly number[])[],
  matrix: readonly (readonly number[])[],
): number {
  const sum = kernel.flatMap((row, i) => row.map((weight, j) => weight * (matrix[i]?.[j] ?? 0)));
  return Math.max(
    0,
    sum.reduce((a, b) => a + b, 0),
  );
}

/** Figure 2 of the report on dependency. */
export const x2Figure2: Experiment = {
  id: "X2-fig2",
  title: "four patterns of matches and the kernels that find them",
  source: "Figure 2 of the report on dependency and axioms",
  collections: [],
  options: [],
  async run() {
    const names = Object.keys(PATTERNS);
    const responses = names.map((kernel) =>
      names.map((pattern) =>
        computeResponse(
          createKernel(PATTERNS[kernel] ?? []),
          computeMatchMatrix(PATTERNS[pattern] ?? []),
        ),
      ),
    );
    const isBest = responses.every((row, i) =>
      row.every((value, j) => j === i || value < (row[i] as number)),
    );
    return createSmallReport({
      title: "Patterns of term dependence in a match matrix",
      texts: [
        `Query: ${QUERY.join(" ")}. A kernel is +1 where its pattern matches and −½ elsewhere; its response is the sum of products, at least 0.`,
      ],
      tables: [
        {
          title: "Responses: a row per kernel, a column per pattern",
          table: {
            header: ["kernel", ...names],
            rows: names.map((name, i) => [
              name,
              ...(responses[i] ?? []).map((value) => value.toFixed(1)),
            ]),
            words: [0],
          },
        },
      ],
      figures: names.map((name) => ({
        title: `${name}: ${(PATTERNS[name] ?? []).join(" ")}`,
        name: name.replaceAll(" ", "-"),
        svg: renderHeatMap(computeMatchMatrix(PATTERNS[name] ?? []), {
          rows: QUERY,
          columns: PATTERNS[name] ?? [],
        }),
        caption: "Rows: query terms. Columns: document terms.",
      })),
      results: { names, responses },
      findings: [
        {
          claim: "S2.1",
          measured: "every kernel responds most to its own pattern",
          verdict: isBest ? "holds" : "fails",
        },
        await createCrossNgramFinding(),
      ],
    });
  },
};
