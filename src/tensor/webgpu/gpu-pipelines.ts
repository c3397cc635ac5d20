/** Compute pipelines by their WGSL code, compiled once for each device. */

/** Values of `override` constants of a shader. */
export type GpuConstants = Readonly<Record<string, number>>;

export class GpuPipelines {
  readonly #device: GPUDevice;
  readonly #pipelines = new Map<string, GPUComputePipeline>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  get count(): number {
    return this.#pipelines.size;
  }

  /** The pipeline of a shader whose entry point is `main`. Errors reach the device's scopes. */
  get(code: string, constants: GpuConstants = {}): GPUComputePipeline {
    const key = createKey(code, constants);
    const compiled = this.#pipelines.get(key);
    if (compiled !== undefined) return compiled;
    const pipeline = this.#device.createComputePipeline(this.#describe(code, constants));
    this.#pipelines.set(key, pipeline);
    return pipeline;
  }

  /** Compiles shaders ahead of their use, several at a time. */
  async compile(codes: Iterable<string>): Promise<void> {
    const missing = [...new Set(codes)].filter((code) => !this.#pipelines.has(createKey(code, {})));
    const compiled = missing.map(async (code) => {
      const pipeline = await this.#device.createComputePipelineAsync(this.#describe(code, {}));
      this.#pipelines.set(createKey(code, {}), pipeline);
    });
    await Promise.all(compiled);
  }

  #describe(code: string, constants: GpuConstants): GPUComputePipelineDescriptor {
    const module = this.#device.createShaderModule({ code });
    return { layout: "auto", compute: { module, entryPoint: "main", constants } };
  }
}

function createKey(code: string, constants: GpuConstants): string {
  const entries = Object.entries(constants);
  return entries.length === 0 ? code : `${JSON.stringify(entries)}${code}`;
}
