import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { readSafetensors, wasmBackend, writeSafetensors } from "../tensor/index.ts";
import { writeInitialValues } from "./initial-values.ts";
import { listVariables } from "./neural-model.ts";
import { createModel } from "./registry.ts";
import { loadWeights, saveWeights } from "./weights-file.ts";

async function saveKnrm(): Promise<Uint8Array> {
  const model = createModel("knrm", 5, { dimensions: 3 });
  const session = await wasmBackend().open(listVariables(model));
  await writeInitialValues(session, model.initialValues(new Random(1)));
  return saveWeights(model, session);
}

test("a file returns the saved model and values", async () => {
  const { model, values } = loadWeights(await saveKnrm(), "weights");
  expect(model.name).toBe("knrm");
  expect(model.vocabulary).toBe(5);
  expect(model.options).toEqual({
    ...{ dimensions: 3, exactWidth: 1e-3, output: "linear", scale: "fixed" },
    means: "0.9,0.7,0.5,0.3,0.1,-0.1,-0.3,-0.5,-0.7,-0.9",
  });
  const original = createModel("knrm", 5, { dimensions: 3 }).initialValues(new Random(1));
  expect([...values.values()]).toEqual([...original.values()]);
});

describe("a file is rejected if", () => {
  test.each([
    ["its version is another", { version: "2" }, "weights is not a model: its version 2 is not 1"],
    ["its model is unknown", { model: "bm25" }, 'there is no model "bm25"'],
    ["its vocabulary is no number", { vocabulary: "five" }, "at least 2 ids, got NaN"],
    ["its vocabulary is another", { vocabulary: "6" }, '"embeddings" is [5,3], not [6,3]'],
    ["its options are no JSON", { options: "{" }, "weights is not a model: "],
    ["an option is unknown", { options: '{"rate":1}' }, 'knrm has no option "rate"'],
    ["its options are another model's", { model: "drmm" }, 'drmm has no option "exactWidth"'],
  ])("%s", async (_name, overrides, message) => {
    const { tensors, metadata } = readSafetensors(await saveKnrm(), "weights");
    const bytes = writeSafetensors({ tensors, metadata: { ...metadata, ...overrides } });
    expect(() => loadWeights(bytes, "weights")).toThrow(message);
    expect(() => loadWeights(bytes, "weights")).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
  });

  test("it is truncated anywhere", async () => {
    const bytes = await saveKnrm();
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => loadWeights(bytes.subarray(0, length), "weights")).toThrow(
        expect.objectContaining({ code: "BAD_INPUT" }),
      );
    }
  });
});
