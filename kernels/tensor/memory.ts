/** The view of memory in the kernels: arrays of 32-bit numbers at an address. */

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
