/**
 * Seeded random numbers, the only source of randomness in the library.
 *
 * There is one generator, xoshiro128** 1.1 (Blackman and Vigna, "Scrambled linear pseudorandom
 * number generators", TOMS 2021), seeded through splitmix32. `split` derives an independent stream
 * from a name: it depends on the seed and the name alone, not on the number of earlier draws, so
 * adding a draw in one part of a program never changes another part.
 */

import { badArgument } from "./errors.ts";

/** The whole state of a generator: four 32-bit words and the seed words it splits from. */
export type RandomState = readonly [number, number, number, number, number, number];

/** A generator of random numbers; the same seed yields the same numbers on every platform. */
export class Random {
  readonly #words: Uint32Array = new Uint32Array(4);
  readonly #seed: Uint32Array = new Uint32Array(2);

  /** `seed` is any whole number from 0 to 2^53 - 1. */
  constructor(seed: number) {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw badArgument(`a seed must be a whole number from 0 to 2^53 - 1, got ${seed}`);
    }
    this.#initialise(seed >>> 0, Math.floor(seed / 2 ** 32));
  }

  #initialise(low: number, high: number): void {
    this.#seed.set([low, high]);
    let state = low;
    for (let i = 0; i < 4; i++) {
      // The high word is mixed in half-way, so that both words reach every word of the state.
      if (i === 2) state = (state ^ Math.imul(high, 0x9e3779b1)) >>> 0;
      state = (state + 0x9e3779b9) >>> 0;
      this.#words[i] = mix(state ^ (high + i));
    }
    if (this.#words.every((word) => word === 0)) this.#words[0] = 1; // the one forbidden state
  }

  /** The next 32 random bits, as a number from 0 to 2^32 - 1. */
  bits(): number {
    const s = this.#words;
    const a = s[0] as number;
    const b = s[1] as number;
    const c = (s[2] as number) ^ a;
    const d = (s[3] as number) ^ b;
    s[0] = a ^ d;
    s[1] = b ^ c;
    s[2] = c ^ (b << 9);
    s[3] = rotate(d, 11);
    return Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
  }

  /** Uniform in [0, 1), with 53 random bits. */
  uniform(): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** A whole number from 0 to `count` - 1, without bias. `count` is from 1 to 2^32. */
  below(count: number): number {
    if (!Number.isInteger(count) || count < 1 || count > 2 ** 32) {
      throw badArgument(`a random choice needs 1 to 2^32 possibilities, got ${count}`);
    }
    const fair = 2 ** 32 - (2 ** 32 % count); // larger values would bias towards small results
    for (;;) {
      const bits = this.bits();
      if (bits < fair) return bits % count;
    }
  }

  /** Standard normal, by Box and Muller; the second value of a pair is discarded. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Shuffles in place (Fisher and Yates) and returns its argument. */
  shuffle<T extends { length: number; [index: number]: unknown }>(items: T): T {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const swapped = items[i];
      items[i] = items[j];
      items[j] = swapped;
    }
    return items;
  }

  /** An independent stream for the part of the program called `name`. */
  split(name: string): Random {
    const [low, high] = this.#seed as unknown as [number, number];
    let a = mix(low ^ 0x243f6a88);
    let b = mix(high ^ 0x85a308d3);
    for (let i = 0; i < name.length; i++) {
      a = mix(a ^ name.charCodeAt(i));
      b = mix((b + Math.imul(name.charCodeAt(i) + 1, 0x9e3779b1)) >>> 0);
    }
    const child = new Random(0);
    child.#initialise(a, b ^ name.length);
    return child;
  }

  /** The state from which `Random.restore` continues. */
  state(): RandomState {
    return [...this.#words, ...this.#seed] as unknown as RandomState;
  }

  static restore(state: RandomState): Random {
    const random = new Random(0);
    random.#words.set(state.slice(0, 4));
    random.#seed.set(state.slice(4, 6));
    return random;
  }
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** A bijection of 32-bit words whose every output bit depends on every input bit (lowbias32). */
function mix(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return (word ^ (word >>> 15)) >>> 0;
}
