import { describe, expect, test } from "vitest";
import { backendContract } from "../backend.contract.ts";
import { wasmBackend } from "./backend.ts";

describe("the wasm backend", () => {
  // 54 operations forwards and 54 backwards: 5,076 cases.
  backendContract(async () => wasmBackend(), 47);

  test.each([0, 1.5, 65, NaN])("rejects %s threads", (threads) => {
    expect(() => wasmBackend({ threads })).toThrow("threads must be a whole number from 1 to 64");
  });
});
