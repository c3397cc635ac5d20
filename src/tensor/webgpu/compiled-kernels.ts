/** The kernels that a GPU has compiled, shared by all sessions on it. */

import type { GpuDevice } from "./gpu-device.ts";
import { type Kernel, type Place, VALUE_BUFFERS, writeShader } from "./kernel.ts";

/** The bit of compute shaders in a binding's visibility, which in Node is no global. */
const COMPUTE_STAGE = 0x4;

const compiledKernels = new WeakMap<GpuDevice, CompiledKernels>();

export class CompiledKernels {
  /** The bindings of every kernel. */
  readonly layout: GPUBindGroupLayout;
  readonly #device: GPUDevice;
  readonly #pipelineLayout: GPUPipelineLayout;
  readonly #pipelines = new Map<string, GPUComputePipeline>();

  private constructor({ device }: GpuDevice) {
    const types: GPUBufferBindingLayout[] = [
      { type: "storage" },
      { type: "read-only-storage" },
      { type: "uniform", hasDynamicOffset: true },
      { type: "storage" },
      ...Array.from({ length: VALUE_BUFFERS }, () => ({ type: "storage" as const })),
    ];
    this.#device = device;
    this.layout = device.createBindGroupLayout({
      entries: types.map((buffer, binding) => ({ binding, visibility: COMPUTE_STAGE, buffer })),
    });
    this.#pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [this.layout] });
  }

  /** Those of a GPU. */
  static of(gpu: GpuDevice): CompiledKernels {
    const kernels = compiledKernels.get(gpu) ?? new CompiledKernels(gpu);
    compiledKernels.set(gpu, kernels);
    return kernels;
  }

  /** The pipeline of a kernel whose operands are in these buffers. */
  get(kernel: Kernel, buffers: readonly Place["buffer"][]): GPUComputePipeline {
    const key = `${kernel.name}|${buffers.join()}`;
    const known = this.#pipelines.get(key);
    if (known !== undefined) return known;
    const code = writeShader(kernel, buffers);
    const module = this.#device.createShaderModule({ code, label: kernel.name });
    const pipeline = this.#device.createComputePipeline({
      layout: this.#pipelineLayout,
      compute: { module, entryPoint: "main" },
      label: kernel.name,
    });
    this.#pipelines.set(key, pipeline);
    return pipeline;
  }
}
