/** Groups of a ragged axis. Tasks are ROWS groups, or ROWS elements where noted. */

import { Arg, Mem, ROWS } from "./arguments";
import { softmaxRow } from "./reductions";
import { Row } from "./rows";

/** (x, out, groups, width, offsets) */
export function segmentSum(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    width = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const target = Mem.row(out, group, width);
    Row.clear(target, width);
    for (let i = Mem.i(offsets, group); i < Mem.i(offsets, group + 1); i++) {
      Row.add(Mem.row(x, i, width), target, width);
    }
  }
}

/** (x, out, groups, width, offsets) */
export function segmentSpread(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    width = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    for (let i = Mem.i(offsets, group); i < Mem.i(offsets, group + 1); i++) {
      Row.copy(Mem.row(x, group, width), Mem.row(out, i, width), width);
    }
  }
}

/** (x, out, groups, unused, offsets) */
export function segmentSoftmax(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    offsets = Arg.at(args, 4);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const start = Mem.i(offsets, group),
      size = Mem.i(offsets, group + 1) - start;
    softmaxRow(Mem.row(x, start, 1), Mem.row(out, start, 1), 0, size);
  }
}

/**
 * Writes the places of the `count` largest values of a group to `best`, largest
 * first, the earlier of equals first. Returns how many there are.
 */
function largest(x: usize, start: i32, end: i32, count: i32, best: usize): i32 {
  let kept = 0;
  for (let i = start; i < end; i++) {
    const value = Mem.f(x, i);
    if (kept === count && value <= Mem.f(x, Mem.i(best, kept - 1))) continue;
    let rank = kept < count ? kept++ : count - 1;
    for (; rank > 0 && value > Mem.f(x, Mem.i(best, rank - 1)); rank--) {
      store<i32>(best + ((<usize>rank) << 2), Mem.i(best, rank - 1));
    }
    store<i32>(best + ((<usize>rank) << 2), i);
  }
  return kept;
}

/** (x, out, groups, count, offsets) */
export function segmentTop(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    count = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const target = Mem.row(out, group, count);
    Row.clear(target, count);
    const kept = largest(x, Mem.i(offsets, group), Mem.i(offsets, group + 1), count, scratch);
    for (let rank = 0; rank < kept; rank++) {
      Mem.setF(target, rank, Mem.f(x, Mem.i(scratch, rank)));
    }
  }
}

/** (x, out, groups, count, offsets, upstream) */
export function segmentTopGradient(args: usize, from: i32, to: i32, scratch: usize): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    count = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const start = Mem.i(offsets, group),
      stop = Mem.i(offsets, group + 1);
    Row.clear(Mem.row(out, start, 1), stop - start);
    const kept = largest(x, start, stop, count, scratch);
    const slope = Mem.row(Arg.at(args, 5), group, count);
    for (let rank = 0; rank < kept; rank++) {
      Mem.setF(out, Mem.i(scratch, rank), Mem.f(slope, rank));
    }
  }
}

/** (x, out, groups, bins, offsets) */
export function segmentHistogram(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    bins = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const target = Mem.row(out, group, bins);
    Row.clear(target, bins);
    for (let i = Mem.i(offsets, group); i < Mem.i(offsets, group + 1); i++) {
      const place = <i32>Math.floor(((<f64>Mem.f(x, i) + 1) / 2) * (bins - 1));
      const bin = max(0, min(bins - 1, place));
      Mem.setF(target, bin, Mem.f(target, bin) + 1);
    }
  }
}

/** (x, out, groups, columns, offsets, window) */
export function windows(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    columns = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    width = Arg.int(args, 5);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const stop = Mem.i(offsets, group + 1);
    for (let i = Mem.i(offsets, group); i < stop; i++) {
      for (let o = 0; o < width; o++) {
        const target = Mem.row(out, i * width + o, columns);
        if (i + o < stop) Row.copy(Mem.row(x, i + o, columns), target, columns);
        else Row.clear(target, columns);
      }
    }
  }
}

/** (x, out, groups, columns, offsets, window) */
export function foldWindows(args: usize, from: i32, to: i32): void {
  const x = Arg.at(args, 0),
    out = Arg.at(args, 1),
    columns = Arg.int(args, 3);
  const offsets = Arg.at(args, 4),
    width = Arg.int(args, 5);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let group = from * ROWS; group < end; group++) {
    const start = Mem.i(offsets, group),
      stop = Mem.i(offsets, group + 1);
    for (let i = start; i < stop; i++) {
      const target = Mem.row(out, i, columns);
      Row.clear(target, columns);
      for (let o = 0; o < width && i - o >= start; o++) {
        Row.add(Mem.row(x, (i - o) * width + o, columns), target, columns);
      }
    }
  }
}

/** (projected, out, tokens, columns, index, length, group of token, offsets): tasks are tokens. */
export function ngrams(args: usize, from: i32, to: i32): void {
  const projected = Arg.at(args, 0),
    out = Arg.at(args, 1),
    columns = Arg.int(args, 3);
  const index = Arg.at(args, 4),
    length = Arg.int(args, 5);
  const groups = Arg.at(args, 6),
    offsets = Arg.at(args, 7);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let i = from * ROWS; i < end; i++) {
    const stop = min(i + length, Mem.i(offsets, Mem.i(groups, i) + 1));
    const target = Mem.row(out, i, columns);
    const first = Mem.i(index, i);
    if (first < 0) Row.clear(target, columns);
    else Row.copy(Mem.row(projected, first * length, columns), target, columns);
    for (let t = i + 1; t < stop; t++) {
      const row = Mem.i(index, t);
      if (row >= 0) Row.add(Mem.row(projected, row * length + t - i, columns), target, columns);
    }
  }
}

/** (upstream, out, rows, columns, inverse offsets, length, groups, offsets, inverse elements) */
export function ngramsGradient(args: usize, from: i32, to: i32): void {
  const upstream = Arg.at(args, 0),
    out = Arg.at(args, 1),
    columns = Arg.int(args, 3);
  const where = Arg.at(args, 4),
    length = Arg.int(args, 5),
    groups = Arg.at(args, 6);
  const offsets = Arg.at(args, 7),
    elements = Arg.at(args, 8);
  const end = min(to * ROWS, Arg.int(args, 2));
  for (let row = from * ROWS; row < end; row++) {
    Row.clear(Mem.row(out, row * length, columns), columns * length);
    for (let e = Mem.i(where, row); e < Mem.i(where, row + 1); e++) {
      const token = Mem.i(elements, e),
        start = Mem.i(offsets, Mem.i(groups, token));
      for (let o = 0; o < length && token - o >= start; o++) {
        const target = Mem.row(out, row * length + o, columns);
        Row.add(Mem.row(upstream, token - o, columns), target, columns);
      }
    }
  }
}
