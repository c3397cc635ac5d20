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

/** The row of a token; a row of zeros if it has none. */
function getRow(rows: usize, index: usize, token: i32, width: i32, zeros: usize): usize {
  const row = Mem.i(index, token);
  return row < 0 ? zeros : Mem.row(rows, row, width);
}

/**
 * Tasks are pairs. Two left rows are multiplied with four right rows at a time, so
 * that a row is loaded once for several products; each dot product is added up in
 * the same order in every case.
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
      const p = getRow(a, aIndex, i, width, scratch);
      const q = getRow(a, aIndex, min(i + 1, bottom - 1), width, scratch);
      const below = cells + ((<usize>(end - start)) << 2);
      for (let j = start; j < end; j += 4) {
        const r = getRow(b, bIndex, j, width, scratch);
        const s = getRow(b, bIndex, min(j + 1, end - 1), width, scratch);
        const t = getRow(b, bIndex, min(j + 2, end - 1), width, scratch);
        const u = getRow(b, bIndex, min(j + 3, end - 1), width, scratch);
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

/**
 * Maximum number of rows that are listLength before they are added up; each with its
 * address and its weight.
 */
const MAX_LISTED: i32 = 4096;

/**
 * The terms follow the arguments. Tasks are ROWS rows of the result; the inverse
 * index lists the tokens of the own side that add to a row. The summands of a row
 * are listLength first and then added up in registers, so that the row is written once.
 */
export function pairMix(args: PairMixArguments, from: i32, to: i32, scratch: usize): void {
  const width = args.width,
    terms = changetype<usize>(args) + offsetof<PairMixArguments>(),
    last = terms + <usize>args.terms * offsetof<MixTerm>();
  const end = min(to * ROWS, args.rows);
  for (let row = from * ROWS; row < end; row++) {
    const target = Mem.row(args.out, row, width);
    Row.clear(target, width);
    let listLength = 0;
    for (let at = terms; at < last; at += offsetof<MixTerm>()) {
      const term = changetype<MixTerm>(at);
      const where = term.inverseOffsets;
      for (let e = Mem.i(where, row); e < Mem.i(where, row + 1); e++) {
        listLength = listPartners(term, Mem.i(term.inverseElements, e), width, scratch, listLength, target);
      }
    }
    Row.addListed(scratch, listLength, target, width);
  }
}

/** Lists the rows of the other side of a token's pair; adds up the list whenever it is full. */
function listPartners(
  term: MixTerm,
  token: i32,
  width: i32,
  list: usize,
  listLength: i32,
  target: usize,
): i32 {
  const source = term.source,
    sourceIndex = term.sourceIndex;
  const pair = Mem.i(term.groups, token),
    own = term.own,
    other = term.other;
  const position = token - Mem.i(own, pair);
  const start = Mem.i(other, pair),
    end = Mem.i(other, pair + 1);
  // Cell (i, j) is first + i · columns + j: scan along a row, or down a column.
  const ontoLeft = term.ontoLeft;
  const columns = ontoLeft ? end - start : Mem.i(own, pair + 1) - Mem.i(own, pair);
  const begin = Mem.i(term.first, pair) + (ontoLeft ? position * columns : position);
  const stride = (<usize>(ontoLeft ? 1 : columns)) << 2;
  let weight = Mem.row(term.weights, begin, 1);
  for (let t = start; t < end; t++) {
    const row = Mem.i(sourceIndex, t);
    if (row >= 0) {
      if (listLength === MAX_LISTED) {
        Row.addListed(list, listLength, target, width);
        listLength = 0;
      }
      const entry = list + ((<usize>listLength) << 3);
      store<u32>(entry, <u32>Mem.row(source, row, width));
      store<f32>(entry, load<f32>(weight), 4);
      listLength++;
    }
    weight += stride;
  }
  return listLength;
}
