/** The options that choose the numeric backend of a neural ranker. */

import { type Backend, onnxBackend, wasmBackend } from "../../src/tensor/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./command.ts";
import { readThreads } from "./threads-option.ts";

export const BACKEND_OPTION: Option = {
  name: "backend",
  value: "<name>",
  default: "wasm",
  choices: ["wasm", "onnx"],
  summary: "numeric backend; onnx needs onnxruntime-node and is meant for bert",
};

export const BACKEND_OPTIONS: readonly Option[] = [
  BACKEND_OPTION,
  {
    name: "threads",
    value: "<n>",
    summary: "number of threads; by default 2, with onnx always 1",
  },
];

export function createBackend(args: Arguments): Backend {
  if (args.text("backend") !== "onnx") return wasmBackend({ threads: readThreads(args) ?? 2 });
  return onnxBackend({ runtime: process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node" });
}
