/**
 * Memory for the intermediate values of one step: first fit, with merging of freed
 * neighbours. Cleared before every step, so a long run does not grow.
 */

/** Values start at multiples of this, so that none shares a cache line with another. */
export const ALIGNMENT = 64;

/** The memory above `top`, which the arena divides. */
export interface ArenaMemory {
  readonly top: number;
  /** Makes memory up to this address available. */
  ensure(end: number): void;
}

interface Block {
  readonly at: number;
  readonly bytes: number;
}

export class Arena {
  readonly #memory: ArenaMemory;
  readonly #allocated = new Map<number, number>();
  /** Free blocks below the top, by address. */
  #free: Block[] = [];
  #top: number;

  constructor(memory: ArenaMemory) {
    this.#memory = memory;
    this.#top = memory.top;
  }

  /** Allocates memory for a value that the step computes. Its contents are arbitrary. */
  allocate(bytes: number): number {
    const size = roundUp(bytes);
    const blockIndex = this.#free.findIndex((block) => block.bytes >= size);
    const block = this.#free[blockIndex];
    if (block === undefined) return this.allocateUnzeroed(bytes);
    const rest = { at: block.at + size, bytes: block.bytes - size };
    this.#free.splice(blockIndex, 1, ...(rest.bytes > 0 ? [rest] : []));
    this.#allocated.set(block.at, size);
    return block.at;
  }

  /**
   * Allocates memory that nothing earlier in the step writes to, for data that is
   * written before the step starts.
   */
  allocateUnzeroed(bytes: number): number {
    const size = roundUp(bytes);
    const at = this.#top;
    this.#top += size;
    this.#memory.ensure(this.#top);
    this.#allocated.set(at, size);
    return at;
  }

  /** Frees memory for later use in the step. */
  release(at: number): void {
    const bytes = this.#allocated.get(at) as number;
    this.#allocated.delete(at);
    const next = this.#free.findIndex((block) => block.at > at);
    this.#free.splice(next < 0 ? this.#free.length : next, 0, { at, bytes });
    this.#free = this.#free.reduce<Block[]>((merged, block) => {
      const last = merged.at(-1);
      if (last === undefined || last.at + last.bytes !== block.at) merged.push(block);
      else merged[merged.length - 1] = { at: last.at, bytes: last.bytes + block.bytes };
      return merged;
    }, []);
  }

  /** Frees everything. */
  clear(): void {
    this.#allocated.clear();
    this.#free = [];
    this.#top = this.#memory.top;
  }
}

function roundUp(bytes: number): number {
  return Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
}
