/** The time of each kernel of a batch, by timestamps of the GPU. */

import { TermwiseError } from "../../../common/errors.ts";
import { BUFFER_USAGE, type GpuDevice } from "../../../tensor/webgpu/index.ts";
import type { BatchSize, Dispatch } from "./dispatch.ts";

/** Milliseconds of all dispatches of a kernel. */
export type KernelTimes = Readonly<Record<string, number>>;

/** Runs each dispatch as a pass of its own. Its inputs must have been written. */
export async function profileDispatches(
  gpu: GpuDevice,
  dispatches: readonly Dispatch[],
  batch: BatchSize,
): Promise<KernelTimes> {
  if (!gpu.features.has("timestamp-query")) {
    throw new TermwiseError("UNAVAILABLE", "the GPU has no timestamps");
  }
  const used = dispatches.filter(({ fits }) => fits?.(batch) !== false);
  const { device } = gpu;
  const querySet = device.createQuerySet({ type: "timestamp", count: 2 * used.length });
  const encoder = device.createCommandEncoder();
  for (const [i, { pipeline, group, count }] of used.entries()) {
    const timestampWrites = {
      querySet,
      beginningOfPassWriteIndex: 2 * i,
      endOfPassWriteIndex: 2 * i + 1,
    };
    const pass = encoder.beginComputePass({ timestampWrites });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(...count(batch));
    pass.end();
  }
  const bytes = 16 * used.length;
  const stamps = gpu.buffers.take(bytes, BUFFER_USAGE.QUERY_RESOLVE | BUFFER_USAGE.COPY_SRC);
  encoder.resolveQuerySet(querySet, 0, 2 * used.length, stamps, 0);
  device.queue.submit([encoder.finish()]);
  const times = new BigUint64Array(await gpu.read(stamps, 0, bytes));
  gpu.buffers.release(stamps);
  querySet.destroy();
  const sums: Record<string, number> = {};
  for (const [i, { name }] of used.entries()) {
    const nanoseconds = Number((times[2 * i + 1] as bigint) - (times[2 * i] as bigint));
    sums[name] = (sums[name] ?? 0) + nanoseconds / 1e6;
  }
  return sums;
}
