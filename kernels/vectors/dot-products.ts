/**
 * Dot products of one query with many int8 vectors: the work of an exact dense
 * search. Numbers of the query have 12 bits and a sign, in 16; those of vectors
 * have 8. A sum fits 32 bits for vectors of up to 4,096 numbers. Loads widen
 * int8 to int16, which saves one instruction.
 */

/** Rows that share each load of the query. */
const ROWS = 4;

/**
 * Writes, for each of `count` rows of `length` bytes from `rows` on, its dot
 * product with `query`, to `out` as int32. `length` is a multiple of 16.
 */
export function dotProducts(
  query: usize,
  rows: usize,
  count: u32,
  length: u32,
  out: usize,
): void {
  const blocks = count / ROWS;
  for (let block: u32 = 0; block < blocks; block++) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let at: usize = 0; at < length; at += 16) {
      const low = v128.load(query + 2 * at);
      const high = v128.load(query + 2 * at, 16);
      a = i32x4.add(a, i32x4.dot_i16x8_s(low, v128.load8x8_s(rows + at)));
      a = i32x4.add(a, i32x4.dot_i16x8_s(high, v128.load8x8_s(rows + at, 8)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(low, v128.load8x8_s(rows + length + at)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(high, v128.load8x8_s(rows + length + at, 8)));
      c = i32x4.add(c, i32x4.dot_i16x8_s(low, v128.load8x8_s(rows + 2 * length + at)));
      c = i32x4.add(c, i32x4.dot_i16x8_s(high, v128.load8x8_s(rows + 2 * length + at, 8)));
      d = i32x4.add(d, i32x4.dot_i16x8_s(low, v128.load8x8_s(rows + 3 * length + at)));
      d = i32x4.add(d, i32x4.dot_i16x8_s(high, v128.load8x8_s(rows + 3 * length + at, 8)));
    }
    store<i32>(out, total(a));
    store<i32>(out, total(b), 4);
    store<i32>(out, total(c), 8);
    store<i32>(out, total(d), 12);
    rows += ROWS * length;
    out += 16;
  }
  for (let row = blocks * ROWS; row < count; row++) {
    store<i32>(out, dotProduct(query, rows, length));
    rows += length;
    out += 4;
  }
}

/** The dot product of a query of 16-bit numbers with a row of bytes. */
export function dotProduct(query: usize, row: usize, length: u32): i32 {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < length; at += 16) {
    const low = v128.load(query + 2 * at);
    const high = v128.load(query + 2 * at, 16);
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(low, v128.load8x8_s(row + at)));
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(high, v128.load8x8_s(row + at, 8)));
  }
  return total(sum);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
export function total(lanes: v128): i32 {
  const pairs = i32x4.add(lanes, i32x4.shuffle(lanes, lanes, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}
