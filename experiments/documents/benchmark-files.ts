/** The result files of benchmarks in bench/results, and the choice among them. */

/** The contents of the files by their names, which end with their dates. */
export type BenchmarkFiles = ReadonlyMap<string, unknown>;

/** The contents of all files of a benchmark, from the oldest. */
export function readResults<T>(files: BenchmarkFiles, benchmark: string): readonly T[] {
  const isOne = new RegExp(`^${benchmark}-\\d{4}-\\d\\d-\\d\\d(-\\d+)?\\.json$`);
  const names = [...files.keys()].filter((name) => isOne.test(name)).sort(compareDates);
  return names.map((name) => files.get(name) as T);
}

/** `…-2026-11-15.json` is before `…-2026-11-15-2.json`, as a second run of a day comes after the first. */
function compareDates(a: string, b: string): number {
  const key = (name: string): string => name.replace(/\.json$/, "");
  return key(a) < key(b) ? -1 : 1;
}

/** The newest result that satisfies a condition. */
export function findNewestResult<T>(
  files: BenchmarkFiles,
  benchmark: string,
  fits: (content: T) => boolean,
): T | undefined {
  return readResults<T>(files, benchmark).findLast(fits);
}
