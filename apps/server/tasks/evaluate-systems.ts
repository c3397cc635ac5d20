/** Measures systems on the judged queries of an index and compares them with the first. */

import { formatSystemName, type NamedSystem } from "../../../src/client/index.ts";
import { badArgument } from "../../../src/common/errors.ts";
import type { Progress } from "../../../src/common/progress.ts";
import { type Evaluation, evaluate, toJudgements } from "../../../src/index.ts";
import { resolveSystem } from "./activations.ts";
import { toSplit } from "./judgements.ts";
import { rankJudgedQueries, SNAPSHOT_DEPTH, toRun } from "./rank-judged-queries.ts";
import { compareWithSnapshots, type SnapshotComparison } from "./snapshot-rankings.ts";
import type { Store } from "./store.ts";
import { resolveRanking } from "./system-options.ts";
import type { JobInput } from "./training-jobs.ts";

const MEASURES = ["nDCG@10", "RR@10", "AP"];
const DEPTH = 1000;

/**
 * Evaluates runs of the systems. With a snapshot among them, all are ranked as a search
 * ranks, to the depth of a snapshot, and compared on the queries that the snapshots have.
 */
export async function evaluateSystems(
  store: Store,
  { index, request }: JobInput<"evaluate">,
  progress: Progress,
): Promise<object> {
  const { systems, measures = MEASURES, correction = "holm" } = request;
  const judged = await toSplit(store, index);
  const opened = await store.index(index);
  const judgements = toJudgements(judged);
  const kept = await compareWithSnapshots(store, index, systems, judged);
  const queries = kept?.queries.map(({ id }) => id);
  const evaluations: Evaluation[] = [];
  for (const [i, system] of systems.entries()) {
    const name = nameSystem(system, systems.slice(0, i));
    const rank = () =>
      kept === undefined
        ? rankToDepth(system, name)
        : rankLikeSnapshot(store, index, system, kept, progress).then((all) => toRun(name, all));
    evaluations.push(evaluate(await rank(), judgements, measures, queries && { queries }));
  }
  const [baseline, ...others] = evaluations;
  if (baseline === undefined) throw badArgument("at least one system is needed, got none");
  const perQuery = baseline.queries.map((query, row) => ({
    query,
    values: Object.fromEntries(
      evaluations.map(({ run, measures: values }) => [
        run,
        Object.fromEntries(
          values.map(({ measure, perQuery: each }) => [measure.name, each[row] as number]),
        ),
      ]),
    ),
  }));
  const { compareEvaluated } = await import("../../../src/evaluation.ts");
  return {
    comparison: compareEvaluated(baseline, others, { correction }),
    perQuery,
    ...(kept === undefined ? {} : { depth: SNAPSHOT_DEPTH, snapshots: kept.snapshots }),
  };

  async function rankToDepth({ name: _, ...requestedSystem }: NamedSystem, name: string) {
    const system = await resolveSystem(store, index, requestedSystem);
    const { ranked, ranking } = await resolveRanking(store, index, opened, system);
    return ranked.run(judged, { ...ranking, name, limit: DEPTH, progress });
  }
}

async function rankLikeSnapshot(
  store: Store,
  index: string,
  { name: _, snapshot, ...requestedSystem }: NamedSystem,
  { queries, readRankings }: SnapshotComparison,
  progress: Progress,
) {
  if (snapshot !== undefined) return readRankings(snapshot);
  const system = await resolveSystem(store, index, requestedSystem);
  return (await rankJudgedQueries(store, index, system, queries, progress)).rankings;
}

/** Its own name, with its position if one before has the same. */
function nameSystem({ name, ...system }: NamedSystem, before: readonly NamedSystem[]): string {
  const own = name ?? formatSystemName(system);
  const sameNameCount = before.filter(
    (each) => (each.name ?? formatSystemName(each)) === own,
  ).length;
  return sameNameCount === 0 ? own : `${own} (${sameNameCount + 1})`;
}
