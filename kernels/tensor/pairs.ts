/**
 * Every left token with every right token of its pair. `first` holds the number
 * of each pair's first cell; a pair's cells go row by row.
 */

import {
  MixTerm,
  PairDotArguments,
  PairEqualArguments,
  PairMixArguments,
  ROWS,
} from "./layout.generated";
import { Mem } from "./memory";
import { Row } from "./rows";
import { Vector } from "./vector-math";

/** The row that a token stands for; a row of zeros where it stands for none. */
function rowOf(rows: usize, index: usize, token: i32, width: i32, zeros: usize): usize {
  const row = Mem.i(index, token);
  return row < 0 ? zeros : Mem.row(rows, row, width);
}

/**
 * Tasks are pairs. Two left rows meet four right rows at a time, so that a row
 * is loaded once for several products; each dot product is added up in the
 * same order in every case.
 */
export function pairDot(args: PairDotArguments, from: i32, to: i32, scratch: usize): void {
  const a = args.a,
    out = args.out,
    width = args.width;
  const aIndex = args.aIndex,
    b = args.b,
    bIndex = args.bIndex;
  const left = args.left,
    right = args.right,
    first = args.first;
  Row.clear(scratch, width);
  for (let pair = from; pair < to; pair++) {
    const top = Mem.i(left, pair),
      bottom = Mem.i(left, pair + 1);
    const start = Mem.i(right, pair),
      end = Mem.i(right, pair + 1);
    let cells = Mem.row(out, Mem.i(first, pair), 1);
    for (let i = top; i < bottom; i += 2) {
      const p = rowOf(a, aIndex, i, width, scratch);
      const q = rowOf(a, aIndex, min(i + 1, bottom - 1), width, scratch);
      const below = cells + ((<usize>(end - start)) << 2);
      for (let j = start; j < end; j += 4) {
        const r = rowOf(b, bIndex, j, width, scratch);
        const s = rowOf(b, bIndex, min(j + 1, end - 1), width, scratch);
        const t = rowOf(b, bIndex, min(j + 2, end - 1), width, scratch);
        const u = rowOf(b, bIndex, min(j + 3, end - 1), width, scratch);
        let pr = f32x4.splat(0),
          ps = f32x4.splat(0),
          pt = f32x4.splat(0),
          pu = f32x4.splat(0);
        let qr = f32x4.splat(0),
          qs = f32x4.splat(0),
          qt = f32x4.splat(0),
          qu = f32x4.splat(0);
        let e = 0;
        for (; e + 4 <= width; e += 4) {
          const vp = Mem.v(p, e),
            vq = Mem.v(q, e);
          const vr = Mem.v(r, e);
          pr = Vector.multiplyAdd(vp, vr, pr);
          qr = Vector.multiplyAdd(vq, vr, qr);
          const vs = Mem.v(s, e);
          ps = Vector.multiplyAdd(vp, vs, ps);
          qs = Vector.multiplyAdd(vq, vs, qs);
          const vt = Mem.v(t, e);
          pt = Vector.multiplyAdd(vp, vt, pt);
          qt = Vector.multiplyAdd(vq, vt, qt);
          const vu = Mem.v(u, e);
          pu = Vector.multiplyAdd(vp, vu, pu);
          qu = Vector.multiplyAdd(vq, vu, qu);
        }
        let above = Vector.totals(pr, ps, pt, pu),
          under = Vector.totals(qr, qs, qt, qu);
        for (; e < width; e++) {
          const others = f32x4(Mem.f(r, e), Mem.f(s, e), Mem.f(t, e), Mem.f(u, e));
          above = f32x4.add(above, f32x4.mul(f32x4.splat(Mem.f(p, e)), others));
          under = f32x4.add(under, f32x4.mul(f32x4.splat(Mem.f(q, e)), others));
        }
        Vector.store(cells, j - start, above, end - j);
        if (i + 1 < bottom) Vector.store(below, j - start, under, end - j);
      }
      cells = below + ((<usize>(end - start)) << 2);
    }
  }
}

/** Tasks are pairs. */
export function pairEqual(args: PairEqualArguments, from: i32, to: i32): void {
  const aIndex = args.aIndex,
    out = args.out,
    bIndex = args.bIndex;
  const left = args.left,
    right = args.right,
    first = args.first;
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

/** Rows that are collected before they are added up; of each its address and its weight. */
const MOST_LISTED: i32 = 4096;

/**
 * Behind the arguments lie the terms. Tasks are ROWS rows of the result; the
 * inverse index says which tokens of the own side add to a row. What a row is
 * the sum of is listed first and then added up in registers, so that the row is
 * written once.
 */
export function pairMix(args: PairMixArguments, from: i32, to: i32, scratch: usize): void {
  const width = args.width,
    terms = changetype<usize>(args) + offsetof<PairMixArguments>(),
    last = terms + <usize>args.terms * offsetof<MixTerm>();
  const end = min(to * ROWS, args.rows);
  for (let row = from * ROWS; row < end; row++) {
    const target = Mem.row(args.out, row, width);
    Row.clear(target, width);
    let listed = 0;
    for (let at = terms; at < last; at += offsetof<MixTerm>()) {
      const term = changetype<MixTerm>(at);
      const where = term.inverseOffsets;
      for (let e = Mem.i(where, row); e < Mem.i(where, row + 1); e++) {
        listed = listPartners(term, Mem.i(term.inverseElements, e), width, scratch, listed, target);
      }
    }
    Row.addListed(scratch, listed, target, width);
  }
}

/** Lists the rows of the other side of a token's pair; adds up what is listed whenever the list is full. */
function listPartners(
  term: MixTerm,
  token: i32,
  width: i32,
  list: usize,
  listed: i32,
  target: usize,
): i32 {
  const source = term.source,
    sourceIndex = term.sourceIndex;
  const pair = Mem.i(term.groups, token),
    own = term.own,
    other = term.other;
  const place = token - Mem.i(own, pair);
  const start = Mem.i(other, pair),
    end = Mem.i(other, pair + 1);
  // Cell (i, j) is first + i · columns + j: walk along a row, or down a column.
  const ontoLeft = term.ontoLeft;
  const columns = ontoLeft ? end - start : Mem.i(own, pair + 1) - Mem.i(own, pair);
  const begin = Mem.i(term.first, pair) + (ontoLeft ? place * columns : place);
  const stride = (<usize>(ontoLeft ? 1 : columns)) << 2;
  let weight = Mem.row(term.weights, begin, 1);
  for (let t = start; t < end; t++) {
    const row = Mem.i(sourceIndex, t);
    if (row >= 0) {
      if (listed === MOST_LISTED) {
        Row.addListed(list, listed, target, width);
        listed = 0;
      }
      const entry = list + ((<usize>listed) << 3);
      store<u32>(entry, <u32>Mem.row(source, row, width));
      store<f32>(entry, load<f32>(weight), 4);
      listed++;
    }
    weight += stride;
  }
  return listed;
}
