/** The options that choose the numeric backend of a neural ranker. */

import type { ComputeDevice, GpuOptions } from "../../src/common/compute-device.ts";
import {
  type Backend,
  createDeviceBackend,
  onnxBackend,
  wasmBackend,
} from "../../src/tensor/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";
import { readThreads } from "./threads-option.ts";

/** The package that gives Node a GPU. */
export const GPU: GpuOptions = { package: process.env.TERMWISE_WEBGPU ?? "webgpu" };

export const BACKEND_OPTION: Option = {
  name: "backend",
  value: "<name>",
  default: "wasm",
  choices: ["wasm", "onnx"],
  summary: "numeric backend; onnx needs onnxruntime-node and is meant for bert",
};

export const DEVICE_OPTION: Option = {
  name: "device",
  value: "<name>",
  default: "cpu",
  choices: ["auto", "cpu", "gpu"],
  summary: "device to compute on; gpu needs the package webgpu, auto takes the faster one",
};

export const BACKEND_OPTIONS: readonly Option[] = [
  BACKEND_OPTION,
  DEVICE_OPTION,
  {
    name: "threads",
    value: "<n>",
    summary: "number of threads; by default 2, with onnx always 1",
  },
];

export function createBackend(args: Arguments, context: CommandContext): Backend {
  if (args.text("backend") === "onnx")
    return onnxBackend({ runtime: process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node" });
  const cpu = wasmBackend({ threads: readThreads(args) ?? 2 });
  return createDeviceBackend((args.text("device") ?? "cpu") as ComputeDevice, cpu, {
    gpu: GPU,
    note: (text) => context.note(text),
  });
}
