/** Learns term weights from recorded clicks, and shows the gain or why there is none. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { LearningReport } from "../../../../src/discrimination/learning-report.ts";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { useJob } from "../../jobs/use-job.ts";
import { formatCount } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client, formatError } from "../../server/client.ts";
import { LearnedOutcome } from "../judge/learning-outcome.tsx";
import { PruningChoice } from "../judge/pruning-choice.tsx";

interface ClickLearning {
  readonly weights: string;
  readonly report: LearningReport;
  readonly clicks: {
    readonly impressions: number;
    readonly clicks: number;
    readonly source: "estimated" | "assumed";
  };
}

/** A card with one button. */
export function LearningFromClicks({ index }: { readonly index: string }): VNode {
  const offers = useRankingChoices(index);
  const [state, setState] = useState<"active" | string>();
  const [isPruned, setIsPruned] = useState(true);
  const { job, error, isRunning, start, cancel } = useJob(index, offers.refetch);
  const learned = job?.state === "done" ? (job.result as ClickLearning) : undefined;
  const startLearning = (): void => {
    const used = offers.weights.map(({ id }) => id);
    let number = 1;
    while (used.includes(`clicks-${number}`)) number++;
    setState(undefined);
    start({ kind: "learn", from: "clicks", name: `clicks-${number}`, pruned: isPruned });
  };
  const activate = (weights: string): void => {
    client
      .index(index)
      .activate({ weights })
      .then(
        () => setState("active"),
        (problem: unknown) => setState(formatError(problem)),
      );
  };
  return (
    <section class="card" aria-labelledby="learn-clicks">
      <div class="card-head">
        <h2 id="learn-clicks">Learn from these clicks</h2>
        <span class="soft small">
          from all that is stored; people click what is ranked high, which is corrected
        </span>
      </div>
      <div class="row">
        <button type="button" class="button main" disabled={isRunning} onClick={startLearning}>
          Learn from these clicks
        </button>
        <PruningChoice isPruned={isPruned} onChange={setIsPruned} />
      </div>
      {error !== undefined && <Problem text={error} />}
      {job !== undefined && <JobProgress job={job} onCancel={cancel} />}
      {learned !== undefined && (
        <>
          <p class="soft">
            From {formatCount(learned.clicks.clicks, "click")} in{" "}
            {formatCount(learned.clicks.impressions, "list")}.{" "}
            {learned.clicks.source === "assumed"
              ? "How often each rank is looked at was assumed: documents rarely changed their rank."
              : "How often each rank is looked at was estimated from documents at several ranks."}
          </p>
          <LearnedOutcome name={learned.weights} report={learned.report} />
          <div class="row">
            <button type="button" class="button main" onClick={() => activate(learned.weights)}>
              Activate
            </button>
            {state === "active" && <span role="status">{learned.weights} is active.</span>}
          </div>
          {state !== undefined && state !== "active" && <Problem text={state} />}
        </>
      )}
    </section>
  );
}
