import { expect, test } from "vitest";
import type { ModelDescription } from "../scoring/index.ts";
import { completeOptions } from "../text/index.ts";
import { completeSettings } from "../training/training-settings.ts";
import { renderTrainingCurves } from "./training-curves.ts";

const DESCRIPTION: ModelDescription = {
  model: "s-knrm",
  options: {},
  analysis: completeOptions(),
  sequences: { form: "stem", queryLength: 30, documentLength: 180 },
  depth: 20,
  training: {
    settings: completeSettings({ loss: "hinge", seed: 7 }),
    measure: "RR@10",
    periods: [
      { steps: 200, examples: 12_800, loss: 0.6, rateFactor: 1, value: 0.17, depth: 5 },
      { steps: 400, examples: 25_600, loss: 0.4, rateFactor: 1, value: 0.19, depth: 20 },
    ],
    kept: 1,
    ending: "epochs",
  },
};

test("shows the loss, the measure and which step was kept", () => {
  const page = renderTrainingCurves(DESCRIPTION) ?? "";
  expect(page.match(/<svg /g)).toHaveLength(2);
  expect(page.match(/<polyline /g)).toHaveLength(2);
  expect(page.match(/<circle [^>]*r="4"/g)).toHaveLength(1); // the kept step
  expect(page).toContain("kept (depth 20)");
  expect(page).toContain('<th scope="row">seed</th><td>7</td>');
});

test("has no measure without validation, and no page without training", () => {
  const { training, ...untrained } = DESCRIPTION;
  expect(renderTrainingCurves(untrained)).toBeUndefined();
  const { measure: _, ...rest } = training as NonNullable<typeof training>;
  const page = renderTrainingCurves({ ...untrained, training: rest }) ?? "";
  expect(page.match(/<svg /g)).toHaveLength(1);
});
