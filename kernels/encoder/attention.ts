/**
 * Attention of all heads within one text: softmax(q kᵀ / √d) v, quantised like
 * the layers around it. Vaswani et al., "Attention Is All You Need", 2017.
 */

import { Vector } from "../tensor/vector-math";
import { quantisePanels, quantiseStrips, roundToInteger, storePairs } from "./quantise";
import { multiplyTile, PANEL, PANEL_STEP, STRIP, STRIP_STEP } from "./tile";

/** The largest quantised query and key value: a sum of 32 products fits 32 bits. */
const MAX_OF_32: f32 = 8191;
/** The quantised weight of the best key. */
const MAX_WEIGHT: f32 = 4095;
const LARGEST_SUM: f32 = 2147483000;
const NOTHING: f32 = -1e30;

/** The largest value for which `count` products with values up to `other` fit 32 bits. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function computeLimit(count: i32, other: f32): f32 {
  return min<f32>(MAX_OF_32, floor<f32>(LARGEST_SUM / (<f32>count * other)));
}

/**
 * Rows of `x` have queries, keys and values one after the other, 3 · `width`
 * floats; rows of `out` have `width`. `scratch` needs `attentionBytes`.
 */
export function attention(
  x: usize,
  tokens: i32,
  width: i32,
  heads: i32,
  out: usize,
  scratch: usize,
): void {
  const size = width / heads,
    padded = (tokens + 7) & ~7;
  const stride = (<usize>width * 3) << 2,
    bytes = (<usize>padded * <usize>size) << 1;
  const tile = scratch,
    queries = tile + 128,
    keys = queries + bytes,
    values = keys + bytes,
    queryScales = values + bytes,
    keyScales = queryScales + ((<usize>padded) << 2),
    valueScales = keyScales + ((<usize>padded) << 2),
    scores = valueScales + ((<usize>size) << 2),
    weights = scores + ((<usize>padded) << 4),
    totals = weights + ((<usize>padded) << 3);
  const limit = computeLimit(size, MAX_OF_32);
  for (let head = 0; head < heads; head++) {
    const q = x + ((<usize>(head * size)) << 2),
      k = q + ((<usize>width) << 2),
      v = k + ((<usize>width) << 2);
    quantiseStrips(q, stride, tokens, size, limit, queries, queryScales);
    quantisePanels(k, stride, tokens, size, limit, keys, keyScales);
    packValues(v, stride, tokens, size, computeLimit(padded, MAX_WEIGHT), values, valueScales);
    for (let row = 0; row < tokens; row += STRIP) {
      const strip = queries + <usize>(row * size) * 2;
      scoreStrip(strip, queryScales + ((<usize>row) << 2), keys, keyScales, padded, size, scores, tile);
      computeWeights(scores, tokens, padded, weights, totals);
      const target = out + ((<usize>(row * width + head * size)) << 2);
      mixStrip(weights, totals, values, valueScales, padded, size, target, tokens - row, width, tile);
    }
  }
}

/** Bytes of scratch for a text of this many tokens. */
export function attentionBytes(tokens: i32, width: i32, heads: i32): usize {
  const size = <usize>(width / heads),
    padded = <usize>((tokens + 7) & ~7);
  return 128 + 6 * padded * size + 8 * padded + 4 * size + 24 * padded + 16;
}

/**
 * Values as panels: their columns are dimensions of a value, their inner axis is
 * tokens. Each column has a scale.
 */
function packValues(
  v: usize,
  stride: usize,
  tokens: i32,
  size: i32,
  limit: f32,
  panels: usize,
  scales: usize,
): void {
  const bytes = (<usize>size) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    let largest = f32x4.splat(0);
    for (let token = 0; token < tokens; token++) {
      largest = f32x4.pmax(largest, f32x4.abs(v128.load(v + <usize>token * stride + at)));
    }
    v128.store(scales + at, f32x4.div(largest, f32x4.splat(limit)));
    const isZero = f32x4.eq(largest, f32x4.splat(0));
    const factor = v128.andnot(f32x4.div(f32x4.splat(limit), largest), isZero);
    // Two vectors of four columns share a panel.
    let target = panels + (at >> 5) * <usize>((tokens + 7) & ~7) * 16 + (at & 16);
    for (let token = 0; token < tokens; token += 2) {
      const first = v + <usize>token * stride + at;
      const q0 = roundToInteger(f32x4.mul(v128.load(first), factor));
      let q1 = i32x4.splat(0);
      if (token + 1 < tokens) q1 = roundToInteger(f32x4.mul(v128.load(first + stride), factor));
      const pairs = v128.or(v128.and(q0, i32x4.splat(0xffff)), i32x4.shl(q1, 16));
      v128.store(target, pairs);
      target += PANEL_STEP;
    }
  }
}

/** Scores of four queries with all keys, row by row. */
function scoreStrip(
  strip: usize,
  queryScales: usize,
  keys: usize,
  keyScales: usize,
  padded: i32,
  size: i32,
  scores: usize,
  tile: usize,
): void {
  const root = f32x4.splat(<f32>1 / sqrt<f32>(<f32>size)),
    rowBytes = (<usize>padded) << 2;
  for (let key = 0; key < padded; key += PANEL) {
    multiplyTile(strip, keys, size >> 1, tile);
    keys += <usize>(size >> 1) * PANEL_STEP;
    const at = (<usize>key) << 2;
    const c0 = f32x4.mul(v128.load(keyScales + at), root),
      c1 = f32x4.mul(v128.load(keyScales + at, 16), root);
    for (let r: usize = 0; r < 4; r++) {
      const scale = v128.load32_splat(queryScales + (r << 2));
      const sums = tile + (r << 5),
        target = scores + r * rowBytes + at;
      const low = f32x4.convert_i32x4_s(v128.load(sums)),
        high = f32x4.convert_i32x4_s(v128.load(sums, 16));
      v128.store(target, f32x4.mul(low, f32x4.mul(c0, scale)));
      v128.store(target, f32x4.mul(high, f32x4.mul(c1, scale)), 16);
    }
  }
}

/** The largest score of a row, in all lanes; scores beyond the tokens become the lowest number. */
function findBest(row: usize, tokens: i32, padded: i32): v128 {
  for (let t = tokens; t < padded; t++) store<f32>(row + ((<usize>t) << 2), NOTHING);
  let best = v128.load(row);
  for (let at: usize = 16; at < (<usize>padded) << 2; at += 16) {
    best = f32x4.pmax(best, v128.load(row + at));
  }
  best = f32x4.pmax(best, v128.shuffle<f32>(best, best, 2, 3, 0, 1));
  return f32x4.pmax(best, v128.shuffle<f32>(best, best, 1, 0, 3, 2));
}

/** e^(score − best) of eight keys as 16-bit numbers up to MAX_WEIGHT. */
// @ts-expect-error: AssemblyScript's decorator
@inline
function eightWeights(at: usize, best: v128): v128 {
  const limit = f32x4.splat(MAX_WEIGHT);
  const low = f32x4.mul(Vector.exp(f32x4.sub(v128.load(at), best)), limit);
  const high = f32x4.mul(Vector.exp(f32x4.sub(v128.load(at, 16), best)), limit);
  return i16x8.narrow_i32x4_s(roundToInteger(low), roundToInteger(high));
}

/**
 * Turns four rows of scores into a strip of weights and writes the reciprocal of
 * each row's total.
 */
function computeWeights(scores: usize, tokens: i32, padded: i32, weights: usize, totals: usize): void {
  const rowBytes = (<usize>padded) << 2,
    ones = i16x8.splat(1);
  const r1 = scores + rowBytes,
    r2 = r1 + rowBytes,
    r3 = r2 + rowBytes;
  const m0 = findBest(scores, tokens, padded),
    m1 = findBest(r1, tokens, padded),
    m2 = findBest(r2, tokens, padded),
    m3 = findBest(r3, tokens, padded);
  let t0 = i32x4.splat(0),
    t1 = i32x4.splat(0),
    t2 = i32x4.splat(0),
    t3 = i32x4.splat(0);
  for (let at: usize = 0; at < rowBytes; at += 32) {
    const w0 = eightWeights(scores + at, m0),
      w1 = eightWeights(r1 + at, m1),
      w2 = eightWeights(r2 + at, m2),
      w3 = eightWeights(r3 + at, m3);
    t0 = i32x4.add(t0, i32x4.dot_i16x8_s(w0, ones));
    t1 = i32x4.add(t1, i32x4.dot_i16x8_s(w1, ones));
    t2 = i32x4.add(t2, i32x4.dot_i16x8_s(w2, ones));
    t3 = i32x4.add(t3, i32x4.dot_i16x8_s(w3, ones));
    storePairs(w0, w1, w2, w3, weights, STRIP_STEP);
    weights += 4 * STRIP_STEP;
  }
  store<f32>(totals, <f32>1 / total(t0));
  store<f32>(totals, <f32>1 / total(t1), 4);
  store<f32>(totals, <f32>1 / total(t2), 8);
  store<f32>(totals, <f32>1 / total(t3), 12);
}

// @ts-expect-error: AssemblyScript's decorator
@inline
function total(lanes: v128): f32 {
  const pairs = i32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return <f32>(i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1));
}

/** The weighted means of the values, for up to four rows of the result. */
function mixStrip(
  weights: usize,
  totals: usize,
  values: usize,
  valueScales: usize,
  padded: i32,
  size: i32,
  out: usize,
  height: i32,
  width: i32,
  tile: usize,
): void {
  const end = min(height, STRIP);
  for (let column = 0; column < size; column += PANEL) {
    multiplyTile(weights, values, padded >> 1, tile);
    values += <usize>(padded >> 1) * PANEL_STEP;
    const at = (<usize>column) << 2;
    const c0 = v128.load(valueScales + at),
      c1 = v128.load(valueScales + at, 16);
    for (let r = 0; r < end; r++) {
      const scale = v128.load32_splat(totals + ((<usize>r) << 2)),
        sums = tile + ((<usize>r) << 5),
        target = out + ((<usize>(r * width)) << 2) + at;
      const low = f32x4.convert_i32x4_s(v128.load(sums)),
        high = f32x4.convert_i32x4_s(v128.load(sums, 16));
      v128.store(target, f32x4.mul(low, f32x4.mul(c0, scale)));
      v128.store(target, f32x4.mul(high, f32x4.mul(c1, scale)), 16);
    }
  }
}
