/** Evaluate: rankings on all judged queries, earlier runs, and single queries. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { formatSystemName, type Job, parseSystemName } from "../../../../src/client/index.ts";
import { createHref } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { useJob } from "../../jobs/use-job.ts";
import { formatCount } from "../../parts/format-numbers.ts";
import { EmptyState, Problem } from "../../parts/notes.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useFetch } from "../../parts/use-fetch.ts";
import { useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client } from "../../server/client.ts";
import { formatSystem, type RankingChoice } from "../../server/systems.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import type { EvaluationResult } from "./evaluation-result.ts";
import { PerQuery } from "./per-query.tsx";
import { SnapshotNotes } from "./snapshot-notes.tsx";
import { Snapshots } from "./snapshots.tsx";

const MEASURES = ["nDCG@10", "RR@10", "AP", "P@10", "R@100"];

/** The view of measures. */
export function EvaluateView({ index }: ViewProps): VNode {
  const offers = useRankingChoices(index);
  const [systems, setSystems] = useState<readonly RankingChoice[]>([
    { ranker: "bm25" },
    { ranker: "lm" },
  ]);
  const [measures, setMeasures] = useState<readonly string[]>(["nDCG@10", "RR@10", "AP"]);
  const [selectedJob, setSelectedJob] = useState<Job>();
  const judgements = useFetch(index, (signal) => client.index(index).judgements({ signal }));
  const jobs = useFetch(index, (signal) => client.jobs({ signal }));
  const { job, error, isRunning, start, cancel } = useJob(index, (ended) => {
    setSelectedJob(ended);
    jobs.again();
  });
  const queries = judgements.data?.queries ?? [];
  const earlier = (jobs.data?.jobs ?? []).filter(
    (each) => each.kind === "evaluate" && each.index === index && each.state === "done",
  );
  const current = selectedJob ?? earlier[0]; // the newest
  const result = current?.result as EvaluationResult | undefined;
  const namedSystems = systems.map((system, i) => ({
    ...system,
    name: createUniqueName(systems, i),
  }));

  return (
    <>
      <div class="view-head">
        <h1>Evaluate</h1>
        <p>
          Rankings on all judged queries, each against the first, with intervals and corrected p.
        </p>
      </div>
      <section class="card" aria-labelledby="run">
        <div class="card-head">
          <h2 id="run">Measure</h2>
          <span class="soft small">
            {formatCount(queries.length, "judged query", "judged queries")}
          </span>
        </div>
        <div class="pickers">
          {systems.map((system, i) => (
            <SystemPicker
              key={i}
              title={i === 0 ? "Baseline" : `Against ${i}`}
              system={system}
              offers={offers}
              withSnapshots
              onChange={(changed) =>
                setSystems(systems.map((each, at) => (at === i ? changed : each)))
              }
            />
          ))}
        </div>
        <div class="row middle">
          <button
            type="button"
            class="button compact"
            disabled={systems.length > 3}
            onClick={() => setSystems([...systems, { ranker: "tfidf" }])}
          >
            Add a ranking
          </button>
          <button
            type="button"
            class="button compact"
            disabled={systems.length < 3}
            onClick={() => setSystems(systems.slice(0, -1))}
          >
            Remove the last
          </button>
        </div>
        <div class="row middle">
          <fieldset class="plain-set">
            <legend class="only-heard">Measures</legend>
            {MEASURES.map((name) => (
              <label class="check" key={name}>
                <input
                  type="checkbox"
                  checked={measures.includes(name)}
                  onChange={(event) =>
                    setMeasures(
                      MEASURES.filter((each) =>
                        each === name ? event.currentTarget.checked : measures.includes(each),
                      ),
                    )
                  }
                />
                {name}
              </label>
            ))}
          </fieldset>
          <button
            type="button"
            class="button main push"
            disabled={isRunning || queries.length === 0 || measures.length === 0}
            onClick={() => start({ kind: "evaluate", systems: namedSystems, measures })}
          >
            Evaluate
          </button>
        </div>
        {error !== undefined && <Problem text={error} />}
        {isRunning && job !== undefined && <JobProgress job={job} onCancel={cancel} />}
        {earlier.length > 1 && (
          <Earlier jobs={earlier} current={current?.id} onChoose={setSelectedJob} />
        )}
      </section>
      <Snapshots
        index={index}
        snapshots={offers.snapshots}
        hasQueries={queries.length > 0}
        onChange={offers.refetch}
      />
      {judgements.data !== undefined && queries.length === 0 && (
        <EmptyState>
          There are no judged queries yet.{" "}
          <a href={createHref(index, "judge")}>Judge some results</a>, or import TREC files there.
        </EmptyState>
      )}
      {result !== undefined && (
        <>
          <section class="card" aria-labelledby="result">
            <h2 id="result">Means and differences</h2>
            <ComparisonTable comparison={result.comparison} />
            <SnapshotNotes result={result} />
          </section>
          <PerQuery
            key={current?.id}
            index={index}
            result={result}
            texts={new Map(queries.map(({ id, text }) => [id, text]))}
            toAddress={(name) =>
              formatSystem(
                parseSystemName(
                  name,
                  offers.models.map((each) => each.name),
                ),
              )
            }
          />
        </>
      )}
    </>
  );
}

/** The name of a system, with its position if another has the same name. */
function createUniqueName(systems: readonly RankingChoice[], position: number): string {
  const own = formatSystemName(systems[position] ?? {});
  const before = systems.slice(0, position).filter((each) => formatSystemName(each) === own).length;
  return before === 0 ? own : `${own} (${before + 1})`;
}

interface EarlierProps {
  readonly jobs: readonly Job[];
  readonly current: string | undefined;
  readonly onChoose: (job: Job) => void;
}

function Earlier({ jobs, current, onChoose }: EarlierProps): VNode {
  return (
    <div class="field">
      <span class="label">Runs</span>
      <div class="pills">
        {jobs.map((job) => {
          const { comparison } = job.result as EvaluationResult;
          const runs = (comparison.measures[0]?.rows ?? []).map(({ run }) => run);
          return (
            <button
              type="button"
              class="pill"
              key={job.id}
              aria-pressed={job.id === current}
              onClick={() => onChoose(job)}
            >
              {runs.join(" · ")}
            </button>
          );
        })}
      </div>
    </div>
  );
}
