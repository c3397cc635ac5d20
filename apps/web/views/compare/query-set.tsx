/** The same systems on all judged queries: means, and the significance of differences. */

import type { VNode } from "preact";
import type { NamedSystem } from "../../../../src/client/index.ts";
import { createHref } from "../../frame/route.ts";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { useJob } from "../../jobs/use-job.ts";
import { Problem } from "../../parts/notes.tsx";
import { ComparisonTable } from "../evaluate/comparison-table.tsx";
import type { EvaluationResult } from "../evaluate/evaluation-result.ts";
import { SnapshotNotes } from "../evaluate/snapshot-notes.tsx";

interface QuerySetProps {
  readonly index: string;
  readonly systems: readonly NamedSystem[];
}

/** A card that runs an evaluation on request. */
export function QuerySet({ index, systems }: QuerySetProps): VNode {
  const { job, error, isRunning, start, cancel } = useJob(index);
  const result = job?.state === "done" ? (job.result as EvaluationResult) : undefined;
  return (
    <section class="card" aria-labelledby="query-set">
      <div class="card-head">
        <h2 id="query-set">On all judged queries</h2>
        <button
          type="button"
          class="button"
          disabled={isRunning}
          onClick={() => start({ kind: "evaluate", systems })}
        >
          Evaluate these rankings
        </button>
      </div>
      {error !== undefined && <Problem text={error} />}
      {job !== undefined && result === undefined && <JobProgress job={job} onCancel={cancel} />}
      {result !== undefined && (
        <>
          <ComparisonTable comparison={result.comparison} />
          <SnapshotNotes result={result} />
        </>
      )}
      {job === undefined && error === undefined && (
        <p class="soft small">
          One query is an anecdote. This runs every judged query by each ranking and tests the
          differences. Judge queries in <a href={createHref(index, "judge")}>Judge and learn</a>.
        </p>
      )}
    </section>
  );
}
