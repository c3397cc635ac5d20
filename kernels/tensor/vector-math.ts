/**
 * Elementary functions on four floats at once, to about one unit in the last
 * place of float32, the same bits on every machine. The minimax polynomials
 * for exp, log and tanh are those of the Cephes library (Moshier 1989); erf is
 * formula 7.1.26 of Abramowitz and Stegun (absolute error below 1.5e-7).
 */

/** 1.5 · 2²³: added to a small number, it leaves no bits for a fraction. */
const ROUND: f32 = 12582912;

export abstract class Vector {
  @inline static of(x: f32): v128 {
    return f32x4.splat(x);
  }

  /** a · b + c; in the relaxed build one operation, rounded once where the machine supports it. */
  @inline static multiplyAdd(a: v128, b: v128, c: v128): v128 {
    if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
    return f32x4.add(c, f32x4.mul(a, b));
  }

  /** The four lanes added up, in the order (0 + 2) + (1 + 3). */
  @inline static total(x: v128): f32 {
    const half = f32x4.add(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
    return f32x4.extract_lane(half, 0) + f32x4.extract_lane(half, 1);
  }

  /** The totals of four vectors, each in the order of `total`. */
  @inline static totals(a: v128, b: v128, c: v128, d: v128): v128 {
    const ab = f32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
    const cd = f32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
    return f32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
  }

  /** Writes the first `count` lanes, all four if there are more, as elements from `i` on. */
  @inline static store(base: usize, i: i32, x: v128, count: i32): void {
    const at = base + ((<usize>i) << 2);
    if (count >= 4) {
      v128.store(at, x);
      return;
    }
    store<f32>(at, f32x4.extract_lane(x, 0));
    if (count > 1) store<f32>(at, f32x4.extract_lane(x, 1), 4);
    if (count > 2) store<f32>(at, f32x4.extract_lane(x, 2), 8);
  }

  /**
   * e^x = 2^n e^r with a whole n; 0 below -87.3, infinity above 88.7. Adding ROUND
   * leaves n in the lowest bits of the sum, from where it is shifted to the
   * exponent. `pmin` and `pmax` are one instruction each; `min` and `max` are many.
   */
  @inline static exp(x: v128): v128 {
    const bounded = f32x4.pmax(f32x4.pmin(x, f32x4.splat(88.7)), f32x4.splat(-87.3));
    const shifted = f32x4.add(f32x4.mul(bounded, f32x4.splat(<f32>Math.LOG2E)), f32x4.splat(ROUND));
    const n = f32x4.sub(shifted, f32x4.splat(ROUND));
    let r = f32x4.sub(bounded, f32x4.mul(n, f32x4.splat(0.693359375)));
    r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
    let p = f32x4.add(f32x4.mul(f32x4.splat(1.98756915e-4), r), f32x4.splat(1.3981999507e-3));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
    p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
    p = f32x4.add(f32x4.mul(f32x4.mul(p, r), r), f32x4.add(r, f32x4.splat(1)));
    const y = i32x4.add(p, i32x4.shl(shifted, 23));
    const low = v128.andnot(y, f32x4.lt(x, f32x4.splat(-87.3)));
    return v128.bitselect(f32x4.splat(Infinity), low, f32x4.gt(x, f32x4.splat(88.7)));
  }

  /** Natural logarithm; -infinity at 0, NaN below. Denormal numbers count as 0. */
  @inline static log(x: v128): v128 {
    const smallest = f32x4.splat(1.17549435e-38);
    const bits = f32x4.max(x, smallest);
    const raw = i32x4.sub(i32x4.shr_u(bits, 23), i32x4.splat(126));
    let m = v128.or(v128.and(bits, i32x4.splat(0x007fffff)), i32x4.splat(0x3f000000));
    const low = f32x4.lt(m, f32x4.splat(<f32>Math.SQRT1_2));
    const e = f32x4.sub(f32x4.convert_i32x4_s(raw), v128.and(low, f32x4.splat(1)));
    m = f32x4.add(f32x4.sub(m, f32x4.splat(1)), v128.and(low, m));
    const z = f32x4.mul(m, m);
    let p = f32x4.add(f32x4.mul(f32x4.splat(7.0376836292e-2), m), f32x4.splat(-1.151461031e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(1.167699874e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(-1.2420140846e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(1.4249322787e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(-1.6668057665e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(2.0000714765e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(-2.4999993993e-1));
    p = f32x4.add(f32x4.mul(p, m), f32x4.splat(3.3333331174e-1));
    p = f32x4.mul(f32x4.mul(p, m), z);
    p = f32x4.add(p, f32x4.mul(e, f32x4.splat(-2.1219444e-4)));
    p = f32x4.sub(p, f32x4.mul(f32x4.splat(0.5), z));
    let y = f32x4.add(f32x4.add(m, p), f32x4.mul(e, f32x4.splat(0.693359375)));
    y = v128.bitselect(f32x4.splat(-Infinity), y, f32x4.lt(x, smallest));
    y = v128.bitselect(f32x4.splat(Infinity), y, f32x4.eq(x, f32x4.splat(Infinity)));
    return v128.bitselect(f32x4.splat(NaN), y, f32x4.lt(x, f32x4.splat(0)));
  }

  @inline static sigmoid(x: v128): v128 {
    return f32x4.div(f32x4.splat(1), f32x4.add(f32x4.splat(1), Vector.exp(f32x4.neg(x))));
  }

  @inline static tanh(x: v128): v128 {
    const z = f32x4.mul(x, x);
    let p = f32x4.add(f32x4.mul(f32x4.splat(-5.70498872745e-3), z), f32x4.splat(2.06390887954e-2));
    p = f32x4.add(f32x4.mul(p, z), f32x4.splat(-5.37397155531e-2));
    p = f32x4.add(f32x4.mul(p, z), f32x4.splat(1.33314422036e-1));
    p = f32x4.add(f32x4.mul(p, z), f32x4.splat(-3.33332819422e-1));
    const near = f32x4.add(f32x4.mul(f32x4.mul(p, z), x), x);
    const e = Vector.exp(f32x4.add(x, x));
    const two = f32x4.splat(2);
    const far = f32x4.sub(f32x4.splat(1), f32x4.div(two, f32x4.add(e, f32x4.splat(1))));
    return v128.bitselect(near, far, f32x4.lt(f32x4.abs(x), f32x4.splat(0.625)));
  }

  /** log(1 + e^x) */
  @inline static softplus(x: v128): v128 {
    const tail = Vector.exp(f32x4.neg(f32x4.abs(x)));
    const log = Vector.log(f32x4.add(f32x4.splat(1), tail));
    return f32x4.add(f32x4.max(x, f32x4.splat(0)), log);
  }

  @inline static erf(x: v128): v128 {
    const size = f32x4.abs(x);
    const one = f32x4.splat(1);
    const t = f32x4.div(one, f32x4.add(one, f32x4.mul(f32x4.splat(0.3275911), size)));
    let p = f32x4.add(f32x4.mul(f32x4.splat(1.061405429), t), f32x4.splat(-1.453152027));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.421413741));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.284496736));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.254829592));
    const tail = f32x4.mul(f32x4.mul(p, t), Vector.exp(f32x4.neg(f32x4.mul(x, x))));
    const sign = v128.and(x, i32x4.splat(0x80000000));
    return v128.or(f32x4.sub(one, tail), sign);
  }
}
