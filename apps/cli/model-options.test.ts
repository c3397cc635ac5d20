import { describe, expect, test } from "vitest";
import { createModel, findModelKind } from "../../src/models/index.ts";
import { parseModelOptions } from "./model-options.ts";

const PYRAMID = findModelKind("match-pyramid").defaults;

describe("parseModelOptions", () => {
  test("reads numbers, truth values and text by the kind of the default", () => {
    const optionText = "kernel=1x3, filters=8 ,pools=18x60,3x10,hidden=20";
    expect(parseModelOptions(optionText, PYRAMID)).toEqual({
      kernel: "1x3",
      filters: 8,
      pools: "18x60,3x10",
      hidden: "20",
    });
    const { defaults } = findModelKind("s-knrm");
    expect(parseModelOptions("tanh=false,exactWidth=1e-4", defaults)).toEqual({
      tanh: false,
      exactWidth: 1e-4,
    });
    expect(parseModelOptions("", defaults)).toEqual({});
  });

  test.each(["1x1", "1x3", "1x5", "3x3", "5x5"])(
    "reaches one layer of match-pyramid with filters of %s",
    (kernel) => {
      const optionText = `kernel=${kernel},filters=8,pools=3x10,hidden=20`;
      const { options } = createModel("match-pyramid", 9, parseModelOptions(optionText, PYRAMID));
      expect(options).toMatchObject({ kernel, filters: 8, pools: "3x10", hidden: "20" });
    },
  );

  test("leaves a value that is no number to the model, which refuses it", () => {
    const options = parseModelOptions("filters=many", PYRAMID);
    expect(() => createModel("match-pyramid", 9, options)).toThrow("filters must be");
  });

  test.each(["filters", "=8", "filters=", "filters=8,=3"])("refuses %s", (optionText) => {
    expect(() => parseModelOptions(optionText, PYRAMID)).toThrow("--options is name=value,…");
  });
});
