/** The matrix product; either matrix may be transposed. */

import { matrix } from "./layout.ts";
import { createShapeError, type Operation, type Tensor, tensor } from "./node.ts";

/** Which of the matrices are transposed. */
export interface MatmulOptions {
  /** Use the first matrix with rows and columns exchanged. */
  readonly transposeA?: boolean;
  /** Use the second matrix with rows and columns exchanged. */
  readonly transposeB?: boolean;
}

const MATMUL: Operation = {
  name: "matmul",
  gradient({ inputs, attributes }, upstream) {
    const [a, b] = inputs as readonly [Tensor, Tensor];
    const { transposeA, transposeB } = attributes as { transposeA: boolean; transposeB: boolean };
    return [
      transposeA
        ? matmul(b, upstream, { transposeA: transposeB, transposeB: true })
        : matmul(upstream, b, { transposeB: !transposeB }),
      transposeB
        ? matmul(upstream, a, { transposeA: true, transposeB: transposeA })
        : matmul(a, upstream, { transposeA: !transposeA }),
    ];
  },
};

/** The product of two matrices. */
export function matmul(
  a: Tensor,
  b: Tensor,
  { transposeA = false, transposeB = false }: MatmulOptions = {},
): Tensor {
  const [rows, innerA] = swapIf(matrix("matmul", a), transposeA);
  const [innerB, columns] = swapIf(matrix("matmul", b), transposeB);
  if (innerA !== innerB) throw createShapeError("matmul", "the inner sizes must be equal", a, b);
  return tensor(MATMUL, [a, b], [rows, columns], { transposeA, transposeB });
}

function swapIf<T>(pair: readonly [T, T], exchange: boolean): readonly [T, T] {
  return exchange ? [pair[1], pair[0]] : pair;
}
