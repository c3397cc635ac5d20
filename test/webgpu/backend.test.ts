/** The webgpu backend computes what the plain one does. */

import { describe } from "vitest";
import { backendContract } from "../../src/tensor/backend.contract.ts";
import { webgpuBackend } from "../../src/tensor/index.ts";

/** Random cases of each operation; on a real GPU, hundreds take seconds. */
const cases = Number(process.env.WEBGPU_CASES ?? 1);
const options = { package: process.env.TERMWISE_WEBGPU ?? "webgpu" };

describe("the webgpu backend", () => {
  backendContract(async () => webgpuBackend(options), cases);
});
