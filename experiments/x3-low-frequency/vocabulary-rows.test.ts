import { expect, test } from "vitest";
import { ExperimentRequest } from "../experiment.ts";
import { x3Table2 } from "./tab2.ts";

test("systems whose seeds are not all trained can be left out of a table", () => {
  const values = new Map([
    ["models", "KNRM ConvKNRM"],
    ["vocabularies", "Voc-5 FastText"],
    ["without", "KNRM:FastText"],
  ]);
  const request = new ExperimentRequest(x3Table2, { values });
  expect(x3Table2.systems?.(request).map(({ name }) => name)).toEqual([
    ...["KNRM Voc-5", "ConvKNRM Voc-5", "ConvKNRM FastText"],
  ]);
  const wrong = new ExperimentRequest(x3Table2, { values: values.set("without", "PACRR:Voc-5") });
  expect(() => x3Table2.systems?.(wrong)).toThrow("without must be of KNRM:Voc-5");
});
