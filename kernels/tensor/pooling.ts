/** Largest values over a grid of windows laid over each pair, four channels at a time. */

import { AdaptiveMaxArguments } from "./layout.generated";
import { Mem } from "./memory";
import { Row } from "./rows";

/** Forward without an upstream, else the gradient. Tasks are pairs. */
export function adaptiveMax(args: AdaptiveMaxArguments, from: i32, to: i32): void {
  const x = args.x,
    out = args.out,
    channels = args.channels;
  const left = args.left,
    right = args.right,
    first = args.first;
  const height = args.height,
    width = args.width,
    upstream = args.upstream;
  const windows = height * width;
  for (let pair = from; pair < to; pair++) {
    const rows = Mem.i(left, pair + 1) - Mem.i(left, pair);
    const columns = Mem.i(right, pair + 1) - Mem.i(right, pair);
    const start = Mem.i(first, pair);
    const image = Mem.row(x, start, channels),
      slopes = Mem.row(out, start, channels);
    if (upstream === 0) {
      if (rows * columns === 0) Row.clear(Mem.row(out, pair, windows * channels), windows * channels);
    } else Row.clear(slopes, rows * columns * channels);
    if (rows * columns === 0) continue;
    for (let w = 0; w < windows; w++) {
      const y = w / width,
        z = w % width;
      const top = (y * rows) / height,
        bottom = ((y + 1) * rows + height - 1) / height;
      const near = (z * columns) / width,
        far = ((z + 1) * columns + width - 1) / width;
      const corner = top * columns + near;
      const window = Mem.row(upstream === 0 ? out : upstream, pair * windows + w, channels);
      for (let c = 0; c < channels; c += 4) {
        const begin = corner * channels + c;
        const line = columns * channels;
        const peak = largestIn(image, begin, bottom - top, far - near, line, channels);
        if (upstream === 0) storeLanes(window, c, channels, peak);
        else {
          const slope = Mem.v(window, c);
          addToFirst(image, slopes, begin, bottom - top, far - near, line, channels, c, peak, slope);
        }
      }
    }
  }
}

/** The largest values of a window in four channels. */
function largestIn(x: usize, start: i32, rows: i32, columns: i32, line: i32, channels: i32): v128 {
  let best = Mem.v(x, start);
  for (let i = 0; i < rows; i++) {
    let cell = start + i * line;
    for (let j = 0; j < columns; j++) {
      best = f32x4.max(best, Mem.v(x, cell));
      cell += channels;
    }
  }
  return best;
}

/** Adds a slope to the first cell of a window that has the largest value, in each of four channels. */
function addToFirst(
  x: usize,
  out: usize,
  start: i32,
  rows: i32,
  columns: i32,
  line: i32,
  channels: i32,
  channel: i32,
  peak: v128,
  slope: v128,
): void {
  let open = i32x4.splat(-1);
  for (let i = 0; i < rows; i++) {
    let cell = start + i * line;
    for (let j = 0; j < columns; j++) {
      const here = v128.and(f32x4.eq(Mem.v(x, cell), peak), open);
      const sum = f32x4.add(Mem.v(out, cell), v128.and(slope, here));
      storeLanes(out + ((<usize>(cell - channel)) << 2), channel, channels, sum);
      open = v128.andnot(open, here);
      cell += channels;
    }
  }
}

/** Writes up to four of a cell's channels, and nothing of the next cell. */
@inline
function storeLanes(cell: usize, channel: i32, channels: i32, values: v128): void {
  const count = channels - channel;
  if (count >= 4) {
    Mem.setV(cell, channel, values);
    return;
  }
  Mem.setF(cell, channel, f32x4.extract_lane(values, 0));
  if (count > 1) Mem.setF(cell, channel + 1, f32x4.extract_lane(values, 1));
  if (count > 2) Mem.setF(cell, channel + 2, f32x4.extract_lane(values, 2));
}
