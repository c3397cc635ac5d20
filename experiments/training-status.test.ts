import { describe, expect, test } from "vitest";
import type { Experiment } from "./experiment.ts";
import type { TrainingCell } from "./neural/training-cells.ts";
import type { TrainingOutcome } from "./neural/training-outcome.ts";
import {
  describeTrainings,
  formatTime,
  summarizeTrainings,
  toSummaryTable,
} from "./training-status.ts";

const experiment = {
  ...{ id: "X", title: "", source: "", collections: ["toy"] },
  options: [{ name: "seeds", summary: "", default: "3", quick: "1" }],
  systems: () => [
    { name: "KNRM", model: "knrm" },
    { name: "KNRM, wide", model: "knrm", options: { exactWidth: 0.1 } },
    { name: "PACRR", model: "pacrr" },
  ],
} as unknown as Experiment;

const createCell = (seed: number, point: string, ending = "patience"): TrainingCell => ({
  ...{ collection: "toy", system: "knrm", seed, point, isFull: true, key: "{}" },
  ...{ outcome: { ending } as TrainingOutcome, made: { processorSeconds: 10 } },
});

const GRID = ["rate 0.003", "rate 0.01", "rate 0.001"];

describe("the status of trainings", () => {
  test("has every seed as trained, limited or missing, and the time of the rest", () => {
    const cells = [
      ...GRID.map((point) => createCell(1, point)),
      createCell(2, "rate 0.01", "epochs"),
    ];
    const [knrm, wide, pacrr] = describeTrainings([experiment], cells);
    expect(knrm).toMatchObject({
      trained: [1],
      limited: [2],
      missing: [3],
      points: 3,
      seconds: 10,
    });
    // Nothing of it is there: three points with seed 1, then two seeds, as long as KNRM takes.
    expect(wide).toMatchObject({ trained: [], missing: [1, 2, 3], points: 0, seconds: 50 });
    expect(pacrr).toMatchObject({ missing: [1, 2, 3], seconds: undefined });
  });

  test("counts a training that was extended until validation ended it", () => {
    const cells = GRID.map((point) => createCell(1, point));
    const limited = createCell(2, "rate 0.01", "epochs");
    const [knrm] = describeTrainings([experiment], [...cells, limited, createCell(2, "rate 0.01")]);
    expect(knrm).toMatchObject({ trained: [1, 2], limited: [], missing: [3] });
  });

  test("leaves out trainings that chose by another measure, as those of X1-tab2", () => {
    const withMeasure = (measure: string) =>
      GRID.map((point) => ({
        ...createCell(1, point),
        key: JSON.stringify({ measures: [measure] }),
      }));
    // The measure of a collection that is not listed is nDCG@10.
    const [own] = describeTrainings([experiment], withMeasure("nDCG@10"));
    expect(own).toMatchObject({ trained: [1], missing: [2, 3] });
    const [other] = describeTrainings([experiment], withMeasure("nDCG@5"));
    expect(other).toMatchObject({ trained: [], missing: [1, 2, 3], points: 0 });
  });

  test("is that of the device with more trainings", () => {
    const cells = GRID.map((point) => createCell(1, point));
    const onGpu = [...cells, createCell(2, "rate 0.01")];
    const both = [...cells, ...onGpu.map((cell) => ({ ...cell, system: `gpu ${cell.system}` }))];
    const [knrm] = describeTrainings([experiment], both);
    expect(knrm).toMatchObject({ device: "gpu", trained: [1, 2], missing: [3] });
    expect(describeTrainings([experiment], cells)[0]).toMatchObject({ device: "cpu" });
  });

  test("does not count seed 1 before every rate was tried, nor trainings of quick size", () => {
    const quick = { ...createCell(2, ""), isFull: false };
    const [knrm] = describeTrainings([experiment], [createCell(1, "rate 0.01"), quick]);
    expect(knrm).toMatchObject({ trained: [], missing: [1, 2, 3], points: 1, seconds: 40 });
  });
});

describe("the estimate", () => {
  test("of a model that a collection has not trained comes from another collection", () => {
    const cells = [
      createCell(1, "rate 0.01"),
      { ...createCell(1, "rate 0.01"), collection: "other", made: { processorSeconds: 5 } },
      {
        ...{ ...createCell(1, "rate 0.01"), collection: "other", system: "pacrr" },
        made: { processorSeconds: 20 },
      },
    ];
    const pacrr = describeTrainings([experiment], cells)[2];
    // By hand: KNRM takes twice as long here, so PACRR takes 40 s; three rates and two seeds.
    expect(pacrr?.seconds).toBe(200);
  });

  test("of a collection counts trainings that experiments share once", () => {
    const cells = GRID.map((point) => createCell(1, point));
    const other = { ...experiment, id: "Y" };
    const [summary] = summarizeTrainings(describeTrainings([experiment, other], cells));
    // By hand: two seeds of KNRM are left, and five trainings each of the others; PACRR is unknown.
    expect(summary).toEqual({
      ...{ collection: "toy", stored: 3, missing: 12, seconds: 20 + 50, unknown: 5 },
    });
  });
});

test("the time of a collection without any stored training is unknown, not 0", () => {
  const none = { collection: "toy", stored: 0, missing: 15, seconds: 0, unknown: 15 };
  const whole = { collection: "other", stored: 15, missing: 0, seconds: 0, unknown: 0 };
  expect(toSummaryTable([none, whole]).rows).toEqual([
    ["toy", "0", "15", "unknown", "15"],
    ["other", "15", "0", "0", "0"],
  ]);
});

test("times have the unit of their size", () => {
  expect([0, 44.2, 600, 9000, undefined].map(formatTime)).toEqual([
    ...["0", "45 s", "10 min", "2.5 h", "unknown"],
  ]);
});
