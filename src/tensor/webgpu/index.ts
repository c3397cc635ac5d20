/** A GPU in the browser or in Node; loaded on first use. */

export { createUnavailableError, type GpuOptions } from "./gpu-adapter.ts";
export { BUFFER_USAGE, STORAGE_USAGE } from "./gpu-buffers.ts";
export { GpuDevice, MAX_WORKGROUPS } from "./gpu-device.ts";
