/** How alike two words are: the cosine of their vectors, 0 where one has none. */

type Vector = ArrayLike<number> | undefined;

export function cosine(a: Vector, b: Vector): number {
  if (a === undefined || b === undefined) return 0;
  let [dot, x, y] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [p, q] = [a[i] as number, b[i] as number];
    dot += p * q;
    x += p * p;
    y += q * q;
  }
  return x === 0 || y === 0 ? 0 : dot / Math.sqrt(x * y);
}
