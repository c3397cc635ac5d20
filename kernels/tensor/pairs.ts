/**
 * Every left token with every right token of its pair. `first` holds the number
 * of each pair's first cell; a pair's cells go row by row.
 */

import { Arg, Mem, ROWS } from "./arguments";
import { Row } from "./rows";
import { Vector } from "./vector-math";

/** The row that a token stands for; a row of zeros where it stands for none. */
function rowOf(rows: usize, index: usize, token: i32, width: i32, zeros: usize): usize {
  const row = Mem.i(index, token);
  return row < 0 ? zeros : Mem.row(rows, row, width);
}

/**
 * (a, out, width, a index, b, b index, left offsets, right offsets, first).
 * Tasks are pairs. Two left rows meet two right rows at a time, which halves
 * the loads; each dot product is added up in the same order in every case.
 */
export function pairDot(args: usize, from: i32, to: i32, scratch: usize): void {
  const a = Arg.at(args, 0),
    out = Arg.at(args, 1),
    width = Arg.int(args, 2);
  const aIndex = Arg.at(args, 3),
    b = Arg.at(args, 4),
    bIndex = Arg.at(args, 5);
  const left = Arg.at(args, 6),
    right = Arg.at(args, 7),
    first = Arg.at(args, 8);
  Row.clear(scratch, width);
  for (let pair = from; pair < to; pair++) {
    const top = Mem.i(left, pair),
      rows = Mem.i(left, pair + 1) - top;
    const start = Mem.i(right, pair),
      columns = Mem.i(right, pair + 1) - start;
    const cells = Mem.row(out, Mem.i(first, pair), 1);
    for (let i = 0; i < rows; i += 2) {
      const p = rowOf(a, aIndex, top + i, width, scratch);
      const q = i + 1 < rows ? rowOf(a, aIndex, top + i + 1, width, scratch) : p;
      for (let j = 0; j < columns; j += 2) {
        const r = rowOf(b, bIndex, start + j, width, scratch);
        const s = j + 1 < columns ? rowOf(b, bIndex, start + j + 1, width, scratch) : r;
        let pr = f32x4.splat(0),
          ps = f32x4.splat(0),
          qr = f32x4.splat(0),
          qs = f32x4.splat(0);
        let e = 0;
        for (; e + 4 <= width; e += 4) {
          const vp = Mem.v(p, e),
            vq = Mem.v(q, e),
            vr = Mem.v(r, e),
            vs = Mem.v(s, e);
          pr = f32x4.add(pr, f32x4.mul(vp, vr));
          ps = f32x4.add(ps, f32x4.mul(vp, vs));
          qr = f32x4.add(qr, f32x4.mul(vq, vr));
          qs = f32x4.add(qs, f32x4.mul(vq, vs));
        }
        let tpr = Vector.total(pr),
          tps = Vector.total(ps);
        let tqr = Vector.total(qr),
          tqs = Vector.total(qs);
        for (; e < width; e++) {
          tpr += Mem.f(p, e) * Mem.f(r, e);
          tps += Mem.f(p, e) * Mem.f(s, e);
          tqr += Mem.f(q, e) * Mem.f(r, e);
          tqs += Mem.f(q, e) * Mem.f(s, e);
        }
        Mem.setF(cells, i * columns + j, tpr);
        if (j + 1 < columns) Mem.setF(cells, i * columns + j + 1, tps);
        if (i + 1 < rows) {
          Mem.setF(cells, (i + 1) * columns + j, tqr);
          if (j + 1 < columns) Mem.setF(cells, (i + 1) * columns + j + 1, tqs);
        }
      }
    }
  }
}

/** (a index, out, b index, left offsets, right offsets, first). Tasks are pairs. */
export function pairEqual(args: usize, from: i32, to: i32): void {
  const aIndex = Arg.at(args, 0),
    out = Arg.at(args, 1),
    bIndex = Arg.at(args, 2);
  const left = Arg.at(args, 3),
    right = Arg.at(args, 4),
    first = Arg.at(args, 5);
  for (let pair = from; pair < to; pair++) {
    let cell = Mem.i(first, pair);
    for (let i = Mem.i(left, pair); i < Mem.i(left, pair + 1); i++) {
      const row = Mem.i(aIndex, i);
      for (let j = Mem.i(right, pair); j < Mem.i(right, pair + 1); j++) {
        const isSame = row >= 0 && row == Mem.i(bIndex, j);
        Mem.setF(out, cell++, isSame ? 1 : 0);
      }
    }
  }
}

/**
 * (weights, out, rows, width, from, from index, inverse offsets, inverse
 * elements, pair of token, own offsets, other offsets, first, onto left).
 * Tasks are ROWS rows of the result; the inverse index says which tokens of
 * the own side add to a row. Four rows of the other side are added at a time.
 */
export function pairMix(args: usize, from: i32, to: i32, scratch: usize): void {
  const weights = Arg.at(args, 0),
    width = Arg.int(args, 3);
  const source = Arg.at(args, 4),
    sourceIndex = Arg.at(args, 5);
  const where = Arg.at(args, 6),
    elements = Arg.at(args, 7),
    pairOf = Arg.at(args, 8);
  const own = Arg.at(args, 9),
    other = Arg.at(args, 10),
    first = Arg.at(args, 11);
  const ontoLeft = Arg.int(args, 12);
  const end = min(to * ROWS, Arg.int(args, 2));
  Row.clear(scratch, width);
  for (let row = from * ROWS; row < end; row++) {
    const target = Mem.row(Arg.at(args, 1), row, width);
    Row.clear(target, width);
    for (let e = Mem.i(where, row); e < Mem.i(where, row + 1); e++) {
      const token = Mem.i(elements, e),
        pair = Mem.i(pairOf, token);
      const place = token - Mem.i(own, pair);
      const start = Mem.i(other, pair),
        count = Mem.i(other, pair + 1) - start;
      // Cell (i, j) is first + i · columns + j: walk along a row, or down a column.
      const columns = ontoLeft ? count : Mem.i(own, pair + 1) - Mem.i(own, pair);
      const begin = Mem.i(first, pair) + (ontoLeft ? place * columns : place);
      const stride = ontoLeft ? 1 : columns;
      let t = 0;
      for (; t + 4 <= count; t += 4) {
        const cell = begin + t * stride;
        const r0 = rowOf(source, sourceIndex, start + t, width, scratch);
        const r1 = rowOf(source, sourceIndex, start + t + 1, width, scratch);
        const r2 = rowOf(source, sourceIndex, start + t + 2, width, scratch);
        const r3 = rowOf(source, sourceIndex, start + t + 3, width, scratch);
        const f0 = Mem.f(weights, cell),
          f1 = Mem.f(weights, cell + stride);
        const f2 = Mem.f(weights, cell + 2 * stride),
          f3 = Mem.f(weights, cell + 3 * stride);
        const w0 = f32x4.splat(f0),
          w1 = f32x4.splat(f1);
        const w2 = f32x4.splat(f2),
          w3 = f32x4.splat(f3);
        let j = 0;
        for (; j + 4 <= width; j += 4) {
          const low = f32x4.add(f32x4.mul(Mem.v(r0, j), w0), f32x4.mul(Mem.v(r1, j), w1));
          const high = f32x4.add(f32x4.mul(Mem.v(r2, j), w2), f32x4.mul(Mem.v(r3, j), w3));
          Mem.setV(target, j, f32x4.add(Mem.v(target, j), f32x4.add(low, high)));
        }
        for (; j < width; j++) {
          const low = Mem.f(r0, j) * f0 + Mem.f(r1, j) * f1;
          const high = Mem.f(r2, j) * f2 + Mem.f(r3, j) * f3;
          Mem.setF(target, j, Mem.f(target, j) + (low + high));
        }
      }
      for (; t < count; t++) {
        const weight = Mem.f(weights, begin + t * stride);
        const added = rowOf(source, sourceIndex, start + t, width, scratch);
        Row.addScaled(added, weight, target, width);
      }
    }
  }
}
