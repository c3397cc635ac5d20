/**
 * Buffers of a GPU, reused by size: a buffer that is released serves the next request of
 * its size class and usage, so a long run of steps allocates nothing.
 */

/** The bits of a buffer's usage, which in Node are no globals. */
export const BUFFER_USAGE = {
  MAP_READ: 0x0001,
  MAP_WRITE: 0x0002,
  COPY_SRC: 0x0004,
  COPY_DST: 0x0008,
  UNIFORM: 0x0040,
  STORAGE: 0x0080,
  INDIRECT: 0x0100,
  QUERY_RESOLVE: 0x0200,
} as const;

/** Storage that a program can also write to and read back. */
export const STORAGE_USAGE: number =
  BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC | BUFFER_USAGE.COPY_DST;

export class GpuBuffers {
  readonly #device: GPUDevice;
  readonly #free = new Map<string, GPUBuffer[]>();
  readonly #all = new Set<GPUBuffer>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Bytes of all buffers, in use or free. */
  get bytes(): number {
    let total = 0;
    for (const { size } of this.#all) total += size;
    return total;
  }

  /** A buffer of at least this many bytes. Its contents are arbitrary. */
  take(bytes: number, usage: number = STORAGE_USAGE): GPUBuffer {
    const size = roundUpToClass(bytes);
    const reused = this.#free.get(`${size} ${usage}`)?.pop();
    if (reused !== undefined) return reused;
    const buffer = this.#device.createBuffer({ size, usage });
    this.#all.add(buffer);
    return buffer;
  }

  /** Makes a buffer available to later requests; commands submitted before still use it first. */
  release(buffer: GPUBuffer): void {
    const key = `${buffer.size} ${buffer.usage}`;
    const list = this.#free.get(key) ?? [];
    list.push(buffer);
    this.#free.set(key, list);
  }

  /** Frees a buffer's memory. */
  destroy(buffer: GPUBuffer): void {
    this.#all.delete(buffer);
    buffer.destroy();
  }

  /** Frees the memory of all buffers, in use or not. */
  close(): void {
    for (const buffer of this.#all) buffer.destroy();
    this.#all.clear();
    this.#free.clear();
  }
}

/** Four classes between powers of two: at most a quarter of a buffer is unused. */
function roundUpToClass(bytes: number): number {
  const size = Math.max(bytes, 256);
  const step = Math.max(2 ** (Math.floor(Math.log2(size)) - 2), 256);
  return Math.ceil(size / step) * step;
}
