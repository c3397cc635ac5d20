/** Groups of a ragged axis. Tasks are ROWS groups, or ROWS elements where noted. */

import {
  NgramsArguments,
  NgramsGradientArguments,
  ROWS,
  SegmentArguments,
  SegmentHistogramArguments,
  SegmentSoftmaxArguments,
  SegmentTopArguments,
  SegmentTopGradientArguments,
  WindowArguments,
} from "./layout.generated";
import { Mem } from "./memory";
import { softmaxRow } from "./reductions";
import { Row } from "./rows";

export function segmentSum(args: SegmentArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    width = args.width;
  const offsets = args.offsets,
    end = min(to * ROWS, args.groups);
  for (let group = from * ROWS; group < end; group++) {
    const target = Mem.row(out, group, width);
    Row.clear(target, width);
    for (let i = Mem.i(offsets, group); i < Mem.i(offsets, group + 1); i++) {
      Row.add(Mem.row(x, i, width), target, width);
    }
  }
}

export function segmentSpread(args: SegmentArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    width = args.width;
  const offsets = args.offsets,
    end = min(to * ROWS, args.groups);
  for (let group = from * ROWS; group < end; group++) {
    for (let i = Mem.i(offsets, group); i < Mem.i(offsets, group + 1); i++) {
      Row.copy(Mem.row(x, group, width), Mem.row(out, i, width), width);
    }
  }
}

export function segmentSoftmax(args: SegmentSoftmaxArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    offsets = args.offsets;
  const end = min(to * ROWS, args.groups);
  for (let group = from * ROWS; group < end; group++) {
    const start = Mem.i(offsets, group),
      size = Mem.i(offsets, group + 1) - start;
    softmaxRow(Mem.row(x, start, 1), Mem.row(out, start, 1), 0, size);
  }
}

/**
 * Writes the indices of the `count` largest values of a group to `best`, largest
 * first, the earlier of equals first. Returns their number.
 */
function largest(x: usize, start: i32, end: i32, count: i32, best: usize): i32 {
  let size = 0;
  for (let i = start; i < end; i++) {
    const value = Mem.f(x, i);
    if (size === count && value <= Mem.f(x, Mem.i(best, size - 1))) continue;
    let rank = size < count ? size++ : count - 1;
    for (; rank > 0 && value > Mem.f(x, Mem.i(best, rank - 1)); rank--) {
      store<i32>(best + ((<usize>rank) << 2), Mem.i(best, rank - 1));
    }
    store<i32>(best + ((<usize>rank) << 2), i);
  }
  return size;
}

export function segmentTop(args: SegmentTopArguments, from: i32, to: i32, scratch: usize): void {
  const x = args.x,
    out = args.out,
    count = args.count;
  const offsets = args.offsets,
    end = min(to * ROWS, args.groups);
  for (let group = from * ROWS; group < end; group++) {
    const target = Mem.row(out, group, count);
    Row.clear(target, count);
    const size = largest(x, Mem.i(offsets, group), Mem.i(offsets, group + 1), count, scratch);
    for (let rank = 0; rank < size; rank++) {
      Mem.setF(target, rank, Mem.f(x, Mem.i(scratch, rank)));
    }
  }
}

export function segmentTopGradient(args: SegmentTopGradientArguments, from: i32, to: i32, scratch: usize): void {
  const x = args.x,
    out = args.out,
    count = args.count;
  const offsets = args.offsets,
    end = min(to * ROWS, args.groups);
  for (let group = from * ROWS; group < end; group++) {
    const start = Mem.i(offsets, group),
      stop = Mem.i(offsets, group + 1);
    Row.clear(Mem.row(out, start, 1), stop - start);
    const size = largest(x, start, stop, count, scratch);
    const slope = Mem.row(args.upstream, group, count);
    for (let rank = 0; rank < size; rank++) {
      Mem.setF(out, Mem.i(scratch, rank), Mem.f(slope, rank));
    }
  }
}

export function segmentHistogram(args: SegmentHistogramArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    bins = args.bins;
  const offsets = args.offsets,
    end = min(to * ROWS, args.groups);
  for (let group = from * ROWS; group < end; group++) {
    const target = Mem.row(out, group, bins);
    Row.clear(target, bins);
    for (let i = Mem.i(offsets, group); i < Mem.i(offsets, group + 1); i++) {
      const position = <i32>Math.floor(((<f64>Mem.f(x, i) + 1) / 2) * (bins - 1));
      const bin = max(0, min(bins - 1, position));
      Mem.setF(target, bin, Mem.f(target, bin) + 1);
    }
  }
}

export function windows(args: WindowArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    columns = args.columns;
  const offsets = args.offsets,
    width = args.window;
  const end = min(to * ROWS, args.groups);
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

export function foldWindows(args: WindowArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    columns = args.columns;
  const offsets = args.offsets,
    width = args.window;
  const end = min(to * ROWS, args.groups);
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

/** Tasks are ROWS tokens. */
export function ngrams(args: NgramsArguments, from: i32, to: i32): void {
  const projected = args.projected,
    out = args.out,
    columns = args.columns;
  const index = args.index,
    length = args.length;
  const groups = args.groups,
    offsets = args.offsets;
  const end = min(to * ROWS, args.tokens);
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

/** Tasks are ROWS rows of the result. */
export function ngramsGradient(args: NgramsGradientArguments, from: i32, to: i32): void {
  const upstream = args.upstream,
    out = args.out,
    columns = args.columns;
  const where = args.inverseOffsets,
    length = args.length,
    groups = args.groups;
  const offsets = args.offsets,
    elements = args.inverseElements;
  const end = min(to * ROWS, args.rows);
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
