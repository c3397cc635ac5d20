/**
 * Shapes: a list of sizes, each a number or the name of an axis.
 *
 * A named axis ("words", "pairs") has a size that only a batch determines. Names
 * make ragged batches checkable before any batch exists: a tensor over query tokens
 * cannot be added to one over document tokens by accident.
 */

/** One size: fixed, or the name of an axis whose size the batch determines. */
export type Size = number | string;

/** The sizes of a tensor, outermost first. */
export type Shape = readonly Size[];

/** The shape of a single number. */
export const SCALAR: Shape = [];

/** A shape in error messages: `[words, 300]`. */
export function formatShape(shape: Shape): string {
  return `[${shape.join(", ")}]`;
}

export function isSameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((size, i) => size === b[i]);
}

/** Whether two shapes hold the same number of values whatever the batch. */
export function isSameVolume(a: Shape, b: Shape): boolean {
  return (
    computeFixedVolume(a) === computeFixedVolume(b) &&
    isSameShape(listNamedAxes(a), listNamedAxes(b))
  );
}

function computeFixedVolume(shape: Shape): number {
  return shape.reduce<number>(
    (product, size) => product * (typeof size === "number" ? size : 1),
    1,
  );
}

function listNamedAxes(shape: Shape): Shape {
  return shape.filter((size) => typeof size === "string");
}

/**
 * The range of a small shape within a large one, aligned at the right as in NumPy,
 * where 1 matches any size: the sizes of `large` from `start` to `end` are those of
 * `small`, all others are repeated. Undefined if it does not fit.
 */
export function findBroadcastSpan(
  small: Shape,
  large: Shape,
): { readonly start: number; readonly end: number } | undefined {
  const lead = large.length - small.length;
  if (lead < 0) return undefined;
  const keptAxes = small.flatMap((size, i) => (size === 1 ? [] : [i + lead]));
  if (keptAxes.some((at) => small[at - lead] !== large[at])) return undefined;
  const start = keptAxes[0] ?? large.length;
  const end = (keptAxes.at(-1) ?? large.length - 1) + 1;
  // Sizes of 1 inside the range must be 1 in the large shape too, or the range is not one block.
  for (let at = start; at < end; at++) if (small[at - lead] !== large[at]) return undefined;
  return { start, end };
}
