/** What computes a neural ranker: the options to choose it, and the choice. */

import { type Backend, onnxBackend, wasmBackend } from "../../src/tensor/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./command.ts";

export const BACKEND_OPTIONS: readonly Option[] = [
  {
    name: "backend",
    value: "<name>",
    default: "wasm",
    choices: ["wasm", "onnx"],
    summary: "what computes; onnx needs onnxruntime-node and suits bert",
  },
  {
    name: "threads",
    value: "<n>",
    summary: "threads that compute, by default 2; onnx uses one",
  },
];

export function backendOf(args: Arguments): Backend {
  if (args.text("backend") !== "onnx") return wasmBackend({ threads: args.count("threads") ?? 2 });
  return onnxBackend({ runtime: process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node" });
}
