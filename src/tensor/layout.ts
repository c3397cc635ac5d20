/** The same values in another arrangement: reshape, transpose, concatenate and slice. */

import { badArgument } from "../common/errors.ts";
import { createShapeError, type Operation, type Tensor, tensor } from "./node.ts";
import { formatShape, isSameShape, isSameVolume, type Shape, type Size } from "./shape.ts";

const RESHAPE: Operation = {
  name: "reshape",
  gradient: ({ inputs: [x] }, upstream) => [reshape(upstream, (x as Tensor).shape)],
};

/** The same values, in the same order, under another shape. */
export function reshape(x: Tensor, shape: Shape): Tensor {
  if (isSameShape(x.shape, shape)) return x;
  if (!isSameVolume(x.shape, shape)) {
    throw createShapeError("reshape", `must hold as many values as ${formatShape(shape)}`, x);
  }
  return tensor(RESHAPE, [x], shape);
}

const TRANSPOSE: Operation = {
  name: "transpose",
  gradient: (_node, upstream) => [transpose(upstream)],
};

/** Rows become columns. */
export function transpose(x: Tensor): Tensor {
  const [rows, columns] = matrix("transpose", x);
  return tensor(TRANSPOSE, [x], [columns, rows]);
}

const CONCAT: Operation = {
  name: "concat",
  gradient({ inputs }, upstream) {
    let from = 0;
    return inputs.map((part) => {
      const width = part.shape.at(-1) as number;
      from += width;
      return slice(upstream, from - width, from);
    });
  },
};

/** Concatenates tensors along their last axis, which must have a fixed size in each. */
export function concat(parts: readonly Tensor[]): Tensor {
  const [first] = parts;
  if (first === undefined) throw badArgument("concat needs at least one tensor");
  const lead = first.shape.slice(0, -1);
  let width = 0;
  for (const part of parts) {
    const last = part.shape.at(-1);
    if (!isSameShape(part.shape.slice(0, -1), lead) || typeof last !== "number") {
      throw createShapeError("concat", "all but a fixed last size must agree", first, part);
    }
    width += last;
  }
  return parts.length === 1 ? first : tensor(CONCAT, parts, [...lead, width]);
}

const SLICE: Operation = {
  name: "slice",
  gradient({ inputs: [input], attributes }, upstream) {
    const x = input as Tensor;
    return [tensor(PAD, [upstream], x.shape, { from: attributes.from as number })];
  },
};

/** Puts a slice back into its position among zeros. */
const PAD: Operation = {
  name: "pad",
  gradient({ inputs: [input], attributes }, upstream) {
    const width = (input as Tensor).shape.at(-1) as number;
    const from = attributes.from as number;
    return [slice(upstream, from, from + width)];
  },
};

/** Elements `from` to `to` - 1 of the last axis, which must have a fixed size. */
export function slice(x: Tensor, from: number, to: number): Tensor {
  const last = x.shape.at(-1);
  if (typeof last !== "number" || !(from >= 0 && from < to && to <= last)) {
    throw createShapeError("slice", `needs a fixed last size that holds ${from} to ${to}`, x);
  }
  return tensor(SLICE, [x], [...x.shape.slice(0, -1), to - from], { from });
}

/** The two sizes of a matrix. */
export function matrix(operation: string, x: Tensor): readonly [Size, Size] {
  const [rows, columns] = x.shape;
  if (x.shape.length !== 2 || rows === undefined || columns === undefined) {
    throw createShapeError(operation, "needs a matrix", x);
  }
  return [rows, columns];
}
