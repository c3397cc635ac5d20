/**
 * Measures the times of two functions in turns, so that changes of the environment affect both
 * equally. Both are warmed up until the compiler has optimised them: code that is measured while it
 * is compiled looks slow, in the first measurement most of all.
 */

/** Warm-up of each function in milliseconds. */
const WARM_UP = 150;
/** Minimum length of a round in milliseconds: processor time is counted coarsely. */
const SHORTEST_ROUND = 40;

/** Rounds, and the clock. */
export interface RoundSettings {
  readonly rounds: number;
  /** Milliseconds since some moment. */
  time(): number;
}

/** Milliseconds of one run of each of two functions. */
export interface TurnTimes {
  /** The medians of the rounds. */
  readonly medians: readonly [number, number];
  /** The times of every round, in order. */
  readonly rounds: readonly [readonly number[], readonly number[]];
}

/** Milliseconds of one run of each function, round by round. */
export async function measureInTurns(
  ways: readonly [() => Promise<void>, () => Promise<void>],
  { rounds, time }: RoundSettings,
): Promise<TurnTimes> {
  const repeats: number[] = [];
  for (const run of ways) {
    const begun = time();
    let runs = 0;
    while (runs === 0 || time() - begun < WARM_UP) {
      await run();
      runs++;
    }
    repeats.push(Math.ceil((runs * SHORTEST_ROUND) / Math.max(WARM_UP, time() - begun)));
  }
  const durations: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [i, run] of ways.entries()) {
      const count = repeats[i] ?? 1;
      const begun = time();
      for (let repeat = 0; repeat < count; repeat++) await run();
      durations[i as 0 | 1].push((time() - begun) / count);
    }
  }
  const [a = 0, b = 0] = durations.map((each) => [...each].sort((x, y) => x - y)[rounds >> 1]);
  return { medians: [a, b], rounds: durations };
}
