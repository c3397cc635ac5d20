/** The variables of a session, in at most VALUE_BUFFERS buffers. */

import { badArgument, TermwiseError } from "../../common/errors.ts";
import { getNodeName, type Node, type Tensor } from "../node.ts";
import type { GpuDevice } from "./gpu-device.ts";
import { type Place, VALUE_BUFFERS } from "./kernel.ts";

interface Variable {
  readonly buffer: number;
  readonly at: number;
  readonly length: number;
}

/** Values that variables start at multiples of. */
const ALIGNMENT = 64;

export class Variables {
  readonly buffers: readonly GPUBuffer[];
  readonly #gpu: GpuDevice;
  readonly #variables = new Map<string, Variable>();

  private constructor(
    gpu: GpuDevice,
    buffers: readonly GPUBuffer[],
    placed: Map<string, Variable>,
  ) {
    this.#gpu = gpu;
    this.buffers = buffers;
    this.#variables = placed;
  }

  /** Reserves memory; all values are zero. */
  static async open(gpu: GpuDevice, variables: readonly Tensor[]): Promise<Variables> {
    const limit = Math.floor(gpu.limits.maxStorageBufferBindingSize / 4);
    const lengths: number[] = Array.from({ length: VALUE_BUFFERS }, () => 0);
    const placed = new Map<string, Variable>();
    for (const variable of variables) {
      const length = (variable.shape as readonly number[]).reduce((a, b) => a * b, 1);
      const size = Math.ceil(length / ALIGNMENT) * ALIGNMENT;
      const buffer = lengths.findIndex((used) => used + size <= limit);
      if (buffer < 0) {
        const message = `variable "${getNodeName(variable)}" of ${4 * length} bytes is too large for this GPU, which binds ${VALUE_BUFFERS} × ${4 * limit} bytes`;
        throw new TermwiseError("LIMIT_EXCEEDED", message, { bytes: 4 * length, limit: 4 * limit });
      }
      placed.set(getNodeName(variable), { buffer, at: lengths[buffer] as number, length });
      lengths[buffer] = (lengths[buffer] as number) + size;
    }
    const buffers = await gpu.check("the variables of a model", () =>
      lengths.map((length) => gpu.buffers.take(4 * length)),
    );
    const encoder = gpu.device.createCommandEncoder();
    for (const buffer of buffers) encoder.clearBuffer(buffer); // reused ones hold old values
    gpu.device.queue.submit([encoder.finish()]);
    return new Variables(gpu, buffers, placed);
  }

  get bytes(): number {
    return this.buffers.reduce((sum, { size }) => sum + size, 0);
  }

  /** The place of a variable's first value. */
  getPlace(node: Node): Place {
    return this.#get(node);
  }

  async read(node: Node): Promise<Float32Array> {
    const { buffer, at, length } = this.#get(node);
    const bytes = await this.#gpu.read(this.buffers[buffer] as GPUBuffer, 4 * at, 4 * length);
    return new Float32Array(bytes);
  }

  write(node: Node, values: ArrayLike<number>): void {
    const { buffer, at, length } = this.#get(node);
    if (values.length !== length) {
      throw badArgument(
        `variable "${getNodeName(node)}" has ${length} values, got ${values.length}`,
      );
    }
    const floats = values instanceof Float32Array ? values : new Float32Array(values);
    this.#gpu.write(this.buffers[buffer] as GPUBuffer, 4 * at, floats);
  }

  close(): void {
    for (const buffer of this.buffers) this.#gpu.buffers.destroy(buffer);
  }

  #get(node: Node): Variable {
    const variable = this.#variables.get(getNodeName(node));
    if (variable === undefined)
      throw badArgument(`the session has no variable "${getNodeName(node)}"`);
    return variable;
  }
}
