import { describe, expect, test } from "vitest";
import { defined } from "../common/defined.ts";
import { createModel } from "../models/index.ts";
import type { ExampleSource } from "./examples.ts";
import { createParameterGroups } from "./parameter-groups.ts";
import { completeSettings } from "./training-settings.ts";

const model = createModel("match-pyramid", 9, { dimensions: 2 });
const examples = (size?: number): ExampleSource => ({
  ...defined({ size }),
  async *examples() {},
});
const createGroups = (settings: object, size?: number) =>
  createParameterGroups(model, examples(size), completeSettings(settings));

describe("the parameters of a model", () => {
  test("are grouped into the network and the embeddings, each with its own rate", () => {
    const groups = createGroups({ networkRate: 0.1, embeddingRate: 0.2 });
    expect(groups.map(({ rate }) => rate)).toEqual([0.1, 0.2]);
    expect(groups.map(({ variables }) => variables)).toEqual([
      model.trained.network,
      model.trained.embeddings,
    ]);
  });

  test("exclude the embeddings at rate 0", () => {
    expect(createGroups({ embeddingRate: 0 })).toHaveLength(1);
  });

  test("decay only if they are matrices of the network", () => {
    const [matrices, others, table] = createGroups({ weightDecay: 0.01 });
    expect(matrices).toMatchObject({ rule: "adamw", weightDecay: 0.01 });
    expect(matrices?.variables.every(({ shape }) => shape.length === 2)).toBe(true);
    expect(others?.variables.every(({ shape }) => shape.length === 1)).toBe(true);
    expect(others?.weightDecay ?? 0).toBe(0);
    expect(table?.weightDecay ?? 0).toBe(0);
  });

  test("are trained at rates that rise during the warm-up and then fall to the end", () => {
    // 20 examples in batches of 4, two epochs: 10 steps, of which 2 rise and the rest fall by ninths.
    const settings = { warmUp: 0.2, epochs: 2, batchSize: 4 };
    const { schedule = () => 0 } = createGroups(settings, 20)[0] ?? {};
    const rates = Array.from({ length: 10 }, (_, i) => schedule(i + 1));
    expect(rates.map((rate) => +rate.toFixed(6))).toEqual([
      0.5, 1, 0.888889, 0.777778, 0.666667, 0.555556, 0.444444, 0.333333, 0.222222, 0.111111,
    ]);
  });

  test("reach the end in fewer steps with a limit on examples, and need their number", () => {
    const settings = { warmUp: 0, epochs: 2, batchSize: 4, maxExamples: 8 };
    const { schedule = () => 0 } = createGroups(settings)[0] ?? {};
    expect([1, 2, 3].map((step) => +schedule(step).toFixed(6))).toEqual([1, 0.666667, 0.333333]);
    expect(() => createGroups({ warmUp: 0 })).toThrow("set maxExamples");
    expect(() => createGroups({ warmUp: 1 })).toThrow("a share from 0 to below 1, got 1");
  });
});
