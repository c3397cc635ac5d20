/**
 * Windows of terms: how often given terms stand close together in a document.
 *
 * Both rules are Galago's: an *ordered* window #w counts each start of the
 * first term from which the others follow one by one; an *unordered* window
 * #uwN sweeps the places from left to right and counts every time all terms
 * lie within N words. Each list of places is ascending.
 */

/** The places of each term of a window in one document. */
export type Places = readonly Uint32Array[];

/** #gap: each term is the first occurrence after the one before, fewer than `gap` words between (1: adjacent). */
export function countOrdered(places: Places, gap: number): number {
  const [starts, ...following] = places;
  const at = following.map(() => 0);
  let count = 0;
  for (const start of starts ?? []) {
    let previous = start;
    let isWindow = true;
    for (const [i, list] of following.entries()) {
      let next = at[i] as number;
      while (next < list.length && (list[next] as number) <= previous) next++;
      at[i] = next; // a later start never needs an earlier place
      const place = list[next];
      if (place === undefined || place - previous > gap) {
        isWindow = false;
        break;
      }
      previous = place;
    }
    if (isWindow) count++;
  }
  return count;
}

/** #uwN: counts the sweep's stops at which all terms lie within `width` words. */
export function countUnordered(places: Places, width: number): number {
  const at = places.map(() => 0);
  let count = 0;
  for (;;) {
    let first = Infinity;
    let last = -Infinity;
    for (const [i, list] of places.entries()) {
      const place = list[at[i] as number];
      if (place === undefined) return count;
      first = Math.min(first, place);
      last = Math.max(last, place);
    }
    if (last - first + 1 <= width) count++;
    for (const [i, list] of places.entries()) {
      if (list[at[i] as number] === first) at[i] = (at[i] as number) + 1;
    }
  }
}
