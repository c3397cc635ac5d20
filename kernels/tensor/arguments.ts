/**
 * How every kernel is called: `(args, from, to, scratch)`.
 *
 * `args` points to 32-bit words: addresses, counts and float constants, in the
 * order that each kernel states. Work is cut into tasks whose number depends
 * on the sizes alone; the kernel does tasks `from` to `to` - 1. Every output
 * value belongs to exactly one task and is computed in a fixed order, so the
 * bytes do not depend on who does which task. `scratch` is memory of the
 * calling thread alone. Buffers start at multiples of 64 bytes and end in
 * padding up to the next, so whole vectors may be read and written.
 */

/** Values in one task of an operation that works value by value. A multiple of 4. */
export const CHUNK: i32 = 8192;

/** Rows in one task of an operation that works row by row. */
export const ROWS: i32 = 32;

/** Reads the arguments of a kernel. */
export abstract class Arg {
  /** An address. */
  @inline static at(args: usize, i: i32): usize {
    return load<u32>(args + ((<usize>i) << 2));
  }
  /** A whole number. */
  @inline static int(args: usize, i: i32): i32 {
    return load<i32>(args + ((<usize>i) << 2));
  }
  @inline static float(args: usize, i: i32): f32 {
    return load<f32>(args + ((<usize>i) << 2));
  }
}

/** Typed reads and writes by element number. */
export abstract class Mem {
  @inline static f(base: usize, i: i32): f32 {
    return load<f32>(base + ((<usize>i) << 2));
  }
  @inline static setF(base: usize, i: i32, value: f32): void {
    store<f32>(base + ((<usize>i) << 2), value);
  }
  @inline static i(base: usize, i: i32): i32 {
    return load<i32>(base + ((<usize>i) << 2));
  }
  @inline static v(base: usize, i: i32): v128 {
    return v128.load(base + ((<usize>i) << 2));
  }
  @inline static setV(base: usize, i: i32, value: v128): void {
    v128.store(base + ((<usize>i) << 2), value);
  }
  /** The address of row `row` of a matrix of floats. */
  @inline static row(base: usize, row: i32, width: i32): usize {
    return base + ((<usize>row * <usize>width) << 2);
  }
}
