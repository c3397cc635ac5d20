import { expect, test } from "vitest";
import { createModel } from "../models/index.ts";
import { PUBLISHED_TRAINING } from "./published-settings.ts";
import { completeSettings } from "./training-settings.ts";

test.each(Object.entries(PUBLISHED_TRAINING))(
  "%s is complete and its models can be created",
  (_, each) => {
    const { settings, options, sampling } = each;
    expect(completeSettings(settings, 6400)).toMatchObject({
      ...{ batchSize: 64, epochs: 1, networkRate: 0.001, patience: 20, plateau: 6 },
    });
    expect(sampling).toEqual({ hard: 1 });
    for (const [model, own] of Object.entries(options)) {
      expect(createModel(model, 10, { dimensions: 4, ...own }).options).toMatchObject(own);
    }
  },
);

test("the text of SIGIR 2019 has eleven wide kernels, its code ten", () => {
  const kernels = (name: "sigir19" | "sigir19-code"): number => {
    const model = createModel("knrm", 10, {
      dimensions: 4,
      ...PUBLISHED_TRAINING[name].options.knrm,
    });
    const weights = model.trained.network.find(({ attributes }) => attributes.name === "weights");
    return Number(weights?.shape[0]);
  };
  expect([kernels("sigir19"), kernels("sigir19-code")]).toEqual([12, 11]);
});
