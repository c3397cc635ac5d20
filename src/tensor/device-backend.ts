/** The backend of a device: the CPU, the GPU, or the faster of them. */

import type { ComputeDevice, GpuOptions } from "../common/compute-device.ts";
import { TermwiseError } from "../common/errors.ts";
import { matmul } from "./matmul.ts";
import { input } from "./node.ts";
import type { Backend, Session } from "./program.ts";
import { sum } from "./reductions.ts";
import { webgpuBackend } from "./webgpu/backend.ts";

/** The GPU is chosen if it takes at most this share of the CPU's time. */
const MAX_SHARE = 0.8;

/**
 * A backend of the device. `gpu` fails with `UNAVAILABLE` when a session is opened without one;
 * `auto` tries both on the first session, and `note` receives one line that says which it chose, and why.
 */
export function createDeviceBackend(
  device: ComputeDevice,
  cpu: Backend,
  {
    gpu: options = {},
    note = () => {},
  }: { readonly gpu?: GpuOptions; readonly note?: (text: string) => void } = {},
): Backend {
  if (device === "cpu") return cpu;
  const gpu = webgpuBackend(options);
  if (device === "gpu") return gpu;
  let chosen: Promise<Backend> | undefined;
  return {
    name: "auto",
    async open(variables) {
      chosen ??= chooseBackend(cpu, gpu, note);
      const backend = await chosen;
      try {
        return await backend.open(variables);
      } catch (error) {
        if (backend === cpu || !isGpuError(error)) throw error;
        note(`computing on the CPU: ${error.message}`);
        chosen = Promise.resolve(cpu);
        return cpu.open(variables);
      }
    },
  };
}

/** Whether an error is about the GPU, so that the CPU can do the same work. */
function isGpuError(error: unknown): error is TermwiseError {
  return (
    error instanceof TermwiseError &&
    (error.code === "UNAVAILABLE" || error.code === "LIMIT_EXCEEDED")
  );
}

async function chooseBackend(
  cpu: Backend,
  gpu: Backend,
  note: (text: string) => void,
): Promise<Backend> {
  try {
    const gpuTime = await measureTrial(gpu);
    const cpuTime = await measureTrial(cpu);
    const isFaster = gpuTime <= MAX_SHARE * cpuTime;
    const times = `a trial took ${gpuTime.toFixed(1)} ms on the GPU, ${cpuTime.toFixed(1)} ms on the CPU`;
    note(`computing on the ${isFaster ? "GPU" : "CPU"}: ${times}`);
    return isFaster ? gpu : cpu;
  } catch (error) {
    if (!isGpuError(error)) throw error;
    note(`computing on the CPU: ${error.message}`);
    return cpu;
  }
}

/** Milliseconds of a small product, whose shaders or threads are ready. */
async function measureTrial(backend: Backend): Promise<number> {
  const [rows, inner, columns] = [512, 300, 256];
  const product = matmul(input("a", [rows, inner]), input("b", [inner, columns]));
  const session: Session = await backend.open([]);
  try {
    const step = await session.prepare({ outputs: { total: sum(product) } });
    const batch = {
      a: new Float32Array(rows * inner).fill(0.5),
      b: new Float32Array(inner * columns).fill(0.25),
    };
    await step.run(batch);
    const times: number[] = [];
    for (let run = 0; run < 3; run++) {
      const start = performance.now();
      await step.run(batch);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  } finally {
    await session.close();
  }
}
