import { describe, expect, test } from "vitest";
import type { TrainingOutcome } from "../neural/training-outcome.ts";
import { createTransferFinding } from "./depth-transfer.ts";

/** A training of four queries; without `best` it was stored before the curve of test was. */
const createOutcome = (
  chosen: readonly number[],
  best?: readonly number[],
  bestDepth = 2,
): TrainingOutcome => ({
  ...{ parameters: 1, transferred: 0, steps: 1, ran: 1, ending: "patience", depth: 1 },
  ...{ curve: [], losses: [], dev: {}, testDeep: {}, test: { RR: chosen } },
  ...(best === undefined ? {} : { testBest: { RR: best } }),
  testCurve: [0, ...[1, 2, 3].map((depth) => (depth === bestDepth ? 1 : 0))],
});
const createRow = (name: string, outcome: TrainingOutcome, seeds = 5) => ({
  name,
  outcomes: Array.from({ length: seeds }, () => outcome),
});
const judge = (...rows: ReturnType<typeof createRow>[]): string =>
  createTransferFinding("toy", "KNRM", rows, "RR", false).verdict;

describe("the depth chosen on dev, against the best one on test", () => {
  // Every query and seed has the same difference, so the interval is that number alone.
  const half = [0.5, 0.5, 0.5, 0.5];
  const equal = createRow("equal", createOutcome(half, half));
  // .48 is 4 % below .5, and .47 is 6 % below.
  const near = createRow("near", createOutcome([0.48, 0.48, 0.48, 0.48], half));
  const far = createRow("far", createOutcome([0.47, 0.47, 0.47, 0.47], half));
  // The resampled mean of 0 0 0 −.2 is −.05 on average, and from 0 to −.15 in most samples.
  const unsure = createRow("unsure", createOutcome([0.5, 0.5, 0.5, 0.3], half));

  test("holds if the interval of every vocabulary is inside ±5 %", () => {
    expect(judge(equal, near)).toBe("holds");
    expect(judge(equal, unsure)).toBe("not shown");
    expect(judge(equal, far, unsure)).toBe("fails");
  });

  test("tells how many agree, and the vocabulary that loses most", () => {
    expect(createTransferFinding("toy", "KNRM", [equal, far], "RR", false).measured).toBe(
      "KNRM, RR on test at the chosen − at the best depth: inside ±5 % with 1 of 2 vocabularies, the widest −.0300 (−.0300 to −.0300) (far)",
    );
  });

  test("leaves out few seeds, older trainings, and networks whose best depth is 1", () => {
    const few = createRow("few", createOutcome(half, half), 4);
    const old = createRow("old", createOutcome(half));
    const still = createRow("still", createOutcome(half, half, 1));
    expect(judge(few, old, still)).toBe("not testable here");
    expect(judge(few, old, still, far)).toBe("fails");
    const explain = (row: typeof few): string =>
      createTransferFinding("toy", "KNRM", [row], "RR", false).measured;
    expect(explain(still)).toBe(
      "KNRM: the best depth on test is 1 with every vocabulary, so that nothing is re-ranked",
    );
    expect(explain(old)).toBe(
      "KNRM: no vocabulary has five seeds whose best depth on test is stored",
    );
  });

  test("is not testable where lists are re-ranked whole", () => {
    const { verdict } = createTransferFinding("toy", "KNRM", [equal], "RR", true);
    expect(verdict).toBe("not testable here");
  });
});
