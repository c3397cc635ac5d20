/**
 * Positions of query terms in a document as numbers: the measures that the constraints PROX1 to
 * PROX5 compare (Hagen, Völske, Göring and Stein, "Axiomatic result re-ranking", CIKM 2016).
 *
 * Texts are sequences of index terms; positions count from 0. A function that needs all terms
 * returns undefined if the document lacks one.
 */

type Terms = readonly string[];

/** The mean number of words between the first occurrences of each two terms. */
export function computeMeanGap(query: Terms, document: Terms): number | undefined {
  const firsts = findFirstPositions(query, document);
  if (firsts === undefined || firsts.length < 2) return undefined;
  let [sum, pairs] = [0, 0];
  for (const [i, a] of firsts.entries()) {
    for (const b of firsts.slice(i + 1)) {
      sum += Math.abs(a - b) - 1;
      pairs++;
    }
  }
  return sum / pairs;
}

/** The sum of the first positions of all terms. */
export function sumFirstPositions(query: Terms, document: Terms): number | undefined {
  return findFirstPositions(query, document)?.reduce((sum, position) => sum + position, 0);
}

/** The first position of the query as a phrase; Infinity if there is none. */
export function findPhrasePosition(query: Terms, document: Terms): number {
  for (let start = 0; start + query.length <= document.length; start++) {
    if (query.every((term, i) => document[start + i] === term)) return start;
  }
  return Infinity;
}

/** The smallest number of other words inside a group, and the number of groups with it. */
export function findClosestGroups(
  query: Terms,
  document: Terms,
): { readonly others: number; readonly count: number } | undefined {
  const groups = findNearestGroups(query, document);
  if (groups === undefined) return undefined;
  const terms = new Set(query);
  const inside = groups.map(
    ([from, to]) => document.slice(from + 1, to).filter((term) => !terms.has(term)).length,
  );
  const others = Math.min(...inside);
  return { others, count: inside.filter((each) => each === others).length };
}

/** The mean width of the groups. */
export function computeMeanSpan(query: Terms, document: Terms): number | undefined {
  const groups = findNearestGroups(query, document);
  if (groups === undefined) return undefined;
  return groups.reduce((sum, [from, to]) => sum + to - from, 0) / groups.length;
}

/**
 * Each occurrence of a term with the nearest occurrence of every other: first and last position.
 */
function findNearestGroups(
  query: Terms,
  document: Terms,
): (readonly [number, number])[] | undefined {
  const positionsByTerm = new Map([...new Set(query)].map((term) => [term, [] as number[]]));
  for (const [position, term] of document.entries()) positionsByTerm.get(term)?.push(position);
  const lists = [...positionsByTerm.values()];
  if (lists.some((list) => list.length === 0)) return undefined;
  return lists.flatMap((positions) =>
    positions.map((position) => {
      const group = lists.map((list) =>
        list === positions ? position : findNearestPosition(position, list),
      );
      return [Math.min(...group), Math.max(...group)] as const;
    }),
  );
}

/** Of two equally near positions the first. */
function findNearestPosition(position: number, positions: readonly number[]): number {
  let best = positions[0] as number;
  for (const other of positions) {
    if (Math.abs(other - position) < Math.abs(best - position)) best = other;
  }
  return best;
}

function findFirstPositions(query: Terms, document: Terms): number[] | undefined {
  const positions = [...new Set(query)].map((term) => document.indexOf(term));
  return positions.includes(-1) ? undefined : positions;
}
