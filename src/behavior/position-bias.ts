/**
 * How often each rank of a result list is examined, from clicks on documents that were shown for
 * the same query at several ranks.
 *
 * Under the position-based model, the click rates of one document at two ranks have the ratio of
 * the ranks' examination probabilities, whatever its relevance. Rankers that change, tests of two
 * rankers and new documents cause such differences without any experiment on users: intervention
 * harvesting (Agarwal, Zaitsev, Wang, Li, Najork and Joachims, "Estimating Position Bias without
 * Intrusive Interventions", WSDM 2019). Given its number of clicks, a document was clicked at a rank
 * with a probability proportional to the times it was shown there, times the examination of the
 * rank: relevance cancels, so that a few impressions of each document suffice, as in Poisson models
 * with fixed effects (Hausman, Hall and Griliches 1984). The likelihood is maximised by
 * minorisation-maximisation, as for Bradley-Terry models (Hunter 2004).
 */

/** Times that a document was shown and clicked for a query, by rank from 0. */
export interface RankCounts {
  readonly shown: ReadonlyMap<number, number>;
  readonly clicked: ReadonlyMap<number, number>;
}

const MAX_ROUNDS = 300;
const MIN_CHANGE = 1e-7;
/** A rank without any click is examined at least this often, relative to the first. */
const MIN_PROPENSITY = 1e-3;

/**
 * The examination probability of each rank, relative to the first and at most 1. A rank that no
 * clicked document was moved to or from follows the power law of the others. Undefined if fewer
 * than two ranks are compared.
 */
export function estimatePositionBias(
  counts: readonly RankCounts[],
  depth: number,
): number[] | undefined {
  const moved = counts.filter(({ shown, clicked }) => shown.size > 1 && clicked.size > 0);
  const compared = findComparedRanks(moved, depth);
  if (compared.size < 2) return undefined;
  const strengths = fitExamination(
    moved.filter(({ shown }) => [...shown.keys()].some((rank) => compared.has(rank))),
    depth,
  );
  const law = fitPowerLaw(strengths, [...compared]);
  const values = Array.from({ length: depth }, (_, rank) =>
    compared.has(rank) ? (strengths[rank] as number) : law(rank),
  );
  const first = values[0] as number;
  return values.map((value) => Math.min(1, Math.max(MIN_PROPENSITY, value / first)));
}

/** The set of ranks that moved documents connect; the one with the most documents. */
function findComparedRanks(moved: readonly RankCounts[], depth: number): ReadonlySet<number> {
  const parents = Array.from({ length: depth }, (_, rank) => rank);
  const findRoot = (rank: number): number =>
    parents[rank] === rank ? rank : findRoot(parents[rank] as number);
  const sizes = new Float64Array(depth);
  for (const { shown } of moved) {
    const [first = 0, ...others] = shown.keys();
    for (const other of others) parents[findRoot(other)] = findRoot(first);
  }
  for (const { shown } of moved) {
    const root = findRoot(shown.keys().next().value ?? 0);
    sizes[root] = (sizes[root] as number) + 1;
  }
  const largest = sizes.indexOf(Math.max(...sizes));
  const connected = Array.from(parents.keys()).filter((rank) => findRoot(rank) === largest);
  return new Set(connected);
}

/** The examination of each rank up to a common factor; 0 for a rank that no document was shown at. */
function fitExamination(moved: readonly RankCounts[], depth: number): Float64Array {
  let strengths = Float64Array.from({ length: depth }, (_, rank) => 1 / (rank + 1));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [clicks, exposure] = [new Float64Array(depth), new Float64Array(depth)];
    for (const { shown, clicked } of moved) {
      let [total, expected] = [0, 0];
      for (const [rank, count] of clicked) {
        total += count;
        clicks[rank] = (clicks[rank] as number) + count;
      }
      for (const [rank, times] of shown) expected += times * (strengths[rank] as number);
      for (const [rank, times] of shown) {
        exposure[rank] = (exposure[rank] as number) + (times * total) / expected;
      }
    }
    const next = strengths.map((_, rank) => {
      const times = exposure[rank] as number;
      return times === 0 ? 0 : Math.max(MIN_PROPENSITY ** 2, (clicks[rank] as number) / times);
    });
    const change = next.reduce(
      (largest, value, rank) => Math.max(largest, Math.abs(value - (strengths[rank] as number))),
      0,
    );
    strengths = next;
    if (change < MIN_CHANGE) break;
  }
  return strengths;
}

/** strength = c · (rank + 1)^-slope, by least squares on logarithms. */
function fitPowerLaw(strengths: Float64Array, ranks: readonly number[]): (rank: number) => number {
  const points = ranks.map(
    (rank) => [Math.log(rank + 1), Math.log(strengths[rank] as number)] as const,
  );
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return (rank) => Math.exp(meanY + (covariance / variance) * (Math.log(rank + 1) - meanX));
}
