/** Checks that runs can be compared, and finds the queries they share. */

import type { Judgements, Run } from "../collection/run.ts";
import { badArgument, quote } from "../common/errors.ts";

/** Rejects runs with the same name, fewer than two runs, and groups with unknown runs. */
export function checkComparison(
  names: readonly string[],
  {
    alpha = 0.05,
    groups = {},
  }: { alpha?: number; groups?: Readonly<Record<string, readonly string[]>> },
): void {
  if (!(alpha > 0 && alpha < 1)) throw badArgument(`alpha must be between 0 and 1, got ${alpha}`);
  if (names.length < 2)
    throw badArgument("a comparison needs at least one run besides the baseline");
  const again = names.find((name, i) => names.indexOf(name) < i);
  if (again !== undefined) {
    throw badArgument(`compared runs need different names, got ${quote(again)} twice`);
  }
  for (const [letter, members] of Object.entries(groups)) {
    const strange = members.find((member) => !names.includes(member));
    if (strange !== undefined) {
      throw badArgument(
        `group ${quote(letter)} names the unknown run ${quote(strange)}; the runs are ${names.map(quote).join(", ")}`,
      );
    }
  }
}

/** The judged queries that every run ranks. */
export function findSharedQueries(judgements: Judgements, runs: readonly Run[]): string[] {
  const shared = [...judgements.keys()].filter((q) => runs.every((run) => run.rankings.has(q)));
  if (shared.length > 0) return shared;
  throw badArgument(`no judged query is ranked by all of the ${runs.length} compared runs`);
}
