/** Where a command encodes texts. */

import { COMPUTE_DEVICES, type ComputeDevice } from "../../src/common/compute-device.ts";
import { defined } from "../../src/common/defined.ts";
import type { EncoderEngine } from "../../src/dense/encoder/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./command.ts";

/** Where documents are encoded. */
export const ENCODER_DEVICE_OPTION: Option = {
  name: "device",
  value: "<name>",
  default: "cpu",
  choices: COMPUTE_DEVICES,
  summary:
    "where texts are encoded: gpu needs the package webgpu and a GPU; auto takes the GPU if it is faster in a short trial",
};

/** The device of a command, and the package that gives Node a GPU. */
export function readEncoderDevice(args: Arguments): Pick<EncoderEngine, "device" | "gpu"> {
  const device = args.text("device") as ComputeDevice | undefined;
  const name = process.env.TERMWISE_WEBGPU;
  return defined({ device, gpu: name === undefined ? undefined : { package: name } });
}
