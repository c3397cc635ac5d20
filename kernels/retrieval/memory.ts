/**
 * The view of memory in the kernels: arrays of numbers at an address.
 *
 * The caller lays out everything that they read and write. Nothing is allocated here
 * and no address is checked: the caller's arrays have the sizes that the functions
 * name.
 */

/** Larger than any document number; follows the last document of a list. */
export const EXHAUSTED: u32 = 0x7fffffff;

/** Typed reads and writes by element number. */
export abstract class Mem {
  @inline static word(array: usize, at: u32): u32 {
    return load<u32>(array + ((<usize>at) << 2));
  }
  @inline static setWord(array: usize, at: u32, value: u32): void {
    store<u32>(array + ((<usize>at) << 2), value);
  }
  /** Sets a bit of a set. */
  @inline static setBit(bits: usize, at: u32): void {
    const word = bits + (<usize>(at >>> 5) << 2);
    store<u32>(word, load<u32>(word) | (1 << (at & 31)));
  }
  /** Eight bytes. */
  @inline static wide(array: usize, at: u32): i64 {
    return load<i64>(array + ((<usize>at) << 3));
  }
  @inline static setWide(array: usize, at: u32, value: i64): void {
    store<i64>(array + ((<usize>at) << 3), value);
  }
  /** A float64. */
  @inline static real(array: usize, at: u32): f64 {
    return load<f64>(array + ((<usize>at) << 3));
  }
  @inline static setReal(array: usize, at: u32, value: f64): void {
    store<f64>(array + ((<usize>at) << 3), value);
  }
}
