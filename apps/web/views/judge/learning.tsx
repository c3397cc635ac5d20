/** Starts learning from the judgements and shows its progress and outcome. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Job, System } from "../../../../src/client/index.ts";
import type { LearningReport } from "../../../../src/discrimination/learning-report.ts";
import type { TrainingRecord } from "../../../../src/scoring/training-record.ts";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { useJob } from "../../jobs/use-job.ts";
import { Problem } from "../../parts/notes.tsx";
import type { RankingChoices } from "../../parts/use-ranking-choices.ts";
import { ComparisonTable } from "../evaluate/comparison-table.tsx";
import type { EvaluationResult } from "../evaluate/evaluation-result.ts";
import { LearnedOutcome, TrainedOutcome } from "./learning-outcome.tsx";
import { PruningChoice } from "./pruning-choice.tsx";

/** Models small enough to train interactively, best first. */
const KINDS = ["s-knrm", "knrm", "s-conv-knrm", "conv-knrm", "s-pacrr", "pacrr", "drmm"];
const MODELS = ["bm25", "lm", "tfidf"] as const;

interface LearnResult {
  readonly weights: string;
  readonly report: LearningReport;
}

interface TrainResult {
  readonly model: string;
  readonly kind: string;
  readonly training?: TrainingRecord;
}

interface LearningProps {
  readonly index: string;
  readonly judgedQueries: number;
  readonly offers: RankingChoices;
  readonly onActivate: (system: System) => void;
}

/** A card with two ways to learn. */
export function Learning({ index, judgedQueries, offers, onActivate }: LearningProps): VNode {
  const [kind, setKind] = useState("s-knrm");
  const [model, setModel] = useState<(typeof MODELS)[number]>("bm25");
  const [isPruned, setIsPruned] = useState(true);
  const learning = useJob(index, offers.refetch);
  const measuring = useJob(index);
  const { job, error } = learning;
  const usedNames = [
    ...offers.weights.map(({ id }) => id),
    ...offers.models.map(({ name }) => name),
  ];
  const trainedSystem = job?.state === "done" ? toSystem(job) : undefined;
  const compared =
    measuring.job?.state === "done" ? (measuring.job.result as EvaluationResult) : undefined;
  const isBusy = learning.isRunning || measuring.isRunning || judgedQueries === 0;

  return (
    <section class="card" aria-labelledby="learn">
      <div class="card-head">
        <h2 id="learn">2. Learn</h2>
        <span class="soft small">from all judgements of this index</span>
      </div>
      <div class="row">
        <div class="field">
          <label for="weights-of">Term weights for</label>
          <select
            id="weights-of"
            class="select"
            value={model}
            onChange={(event) =>
              setModel(MODELS.find((name) => name === event.currentTarget.value) ?? "bm25")
            }
          >
            {MODELS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <button
          type="button"
          class="button main"
          disabled={isBusy}
          onClick={() =>
            learning.start({
              kind: "learn",
              model,
              name: createFreeName("learned", usedNames),
              pruned: isPruned,
            })
          }
        >
          Learn term weights
        </button>
        <PruningChoice isPruned={isPruned} onChange={setIsPruned} />
        <div class="field">
          <label for="kind">Re-ranker</label>
          <select
            id="kind"
            class="select"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          >
            {KINDS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() =>
            learning.start({ kind: "train", model: kind, name: createFreeName(kind, usedNames) })
          }
        >
          Train the re-ranker
        </button>
      </div>
      {judgedQueries === 0 && <p class="soft">Judge some results first.</p>}
      {error !== undefined && <Problem text={error} />}
      {job !== undefined && <JobProgress job={job} onCancel={learning.cancel} />}
      {job?.state === "done" && <Outcome job={job} />}
      {trainedSystem !== undefined && (
        <div class="row">
          <button type="button" class="button main" onClick={() => onActivate(trainedSystem)}>
            Activate
          </button>
          <button
            type="button"
            class="button"
            disabled={measuring.isRunning}
            onClick={() =>
              measuring.start({
                kind: "evaluate",
                systems: [{ name: "active" }, { ...trainedSystem, name: "learned" }],
              })
            }
          >
            Compare with the active ranking
          </button>
        </div>
      )}
      {measuring.error !== undefined && <Problem text={measuring.error} />}
      {measuring.isRunning && measuring.job !== undefined && (
        <JobProgress job={measuring.job} onCancel={measuring.cancel} />
      )}
      {compared !== undefined && <ComparisonTable comparison={compared.comparison} />}
    </section>
  );
}

/** `learned-1`, or the first free number. */
function createFreeName(kind: string, usedNames: readonly string[]): string {
  let number = 1;
  while (usedNames.includes(`${kind}-${number}`)) number++;
  return `${kind}-${number}`;
}

/** The result of a job that learns, as a system that can be activated. */
function toSystem({ kind, result }: Job): System {
  return kind === "learn"
    ? { weights: (result as LearnResult).weights }
    : { rerank: (result as TrainResult).model };
}

function Outcome({ job: { kind, result } }: { readonly job: Job }): VNode {
  if (kind === "learn") {
    const { weights, report } = result as LearnResult;
    return <LearnedOutcome name={weights} report={report} />;
  }
  const { model, kind: ofModel, training } = result as TrainResult;
  return <TrainedOutcome name={model} kind={ofModel} training={training} />;
}
