/** Layer normalisation of rows in place: (x − mean) / √(variance + epsilon) · gain + bias. */

import { Vector } from "../tensor/vector-math";

export function layerNorm(
  x: usize,
  rows: i32,
  width: i32,
  gain: usize,
  bias: usize,
  epsilon: f32,
): void {
  const bytes = (<usize>width) << 2;
  for (let row = 0; row < rows; row++) {
    const start = x + <usize>row * bytes;
    let total = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) total = f32x4.add(total, v128.load(start + at));
    const mean = f32x4.splat(Vector.total(total) / <f32>width);
    let squares = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const centred = f32x4.sub(v128.load(start + at), mean);
      squares = f32x4.add(squares, f32x4.mul(centred, centred));
    }
    const factor = f32x4.splat(
      <f32>1 / sqrt<f32>(Vector.total(squares) / <f32>width + epsilon),
    );
    for (let at: usize = 0; at < bytes; at += 16) {
      const normal = f32x4.mul(f32x4.sub(v128.load(start + at), mean), factor);
      const scaled = f32x4.mul(normal, v128.load(gain + at));
      v128.store(start + at, f32x4.add(scaled, v128.load(bias + at)));
    }
  }
}
