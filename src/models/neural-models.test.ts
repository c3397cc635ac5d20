import { describe } from "vitest";
import { CONV_KNRM } from "./conv-knrm.ts";
import { KNRM_IDF, S_KNRM } from "./gated-knrm.ts";
import { KNRM } from "./knrm.ts";
import { type ModelContract, modelContract } from "./neural-model.contract.ts";
import { S_CONV_KNRM } from "./s-conv-knrm.ts";

const MODELS: readonly ModelContract[] = [
  { kind: KNRM, options: { dimensions: 10 } },
  { kind: KNRM_IDF, options: { dimensions: 10 } },
  { kind: S_KNRM, options: { dimensions: 10, salienceUnits: 7 } },
  { kind: CONV_KNRM, options: { dimensions: 8, filters: 6 } },
  { kind: S_CONV_KNRM, options: { dimensions: 8, filters: 6, longest: 2, salienceUnits: 7 } },
];

describe.each(MODELS)("$kind.name $options", (contract) => {
  modelContract(contract);
});
