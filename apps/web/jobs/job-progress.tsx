/** A running job: the progress of its stages, and its curves. */

import type { VNode } from "preact";
import type { Job } from "../../../src/client/index.ts";
import { LineChart, type Series } from "../charts/line-chart.tsx";
import { formatInteger } from "../parts/format-numbers.ts";

interface JobProgressProps {
  readonly job: Job;
  readonly onCancel: () => void;
}

/** Stages as bars, curves below them. */
export function JobProgress({ job, onCancel }: JobProgressProps): VNode {
  const { state, progress, points } = job;
  const series = toSeries(points);
  const isOn = state === "waiting" || state === "running";
  return (
    <section class="job" aria-label="Progress">
      <div class="row middle">
        <span
          class={`pill ${state === "done" ? "good" : state === "failed" ? "bad" : "accent"}`}
          role="status"
        >
          {state}
        </span>
        {isOn && (
          <button type="button" class="button compact" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      <ul class="stages">
        {progress.map(({ stage, done, total, unit, note }) => (
          <li key={stage} class="stage">
            <span>{stage}</span>
            <progress
              aria-label={stage}
              {...(total === undefined ? {} : { max: Math.max(total, 1), value: done })}
            />
            <span class="small soft number">
              {formatInteger(done)}
              {total !== undefined && ` of ${formatInteger(total)}`} {unit}
              {note !== undefined && note !== "" && ` · ${note}`}
            </span>
          </li>
        ))}
      </ul>
      {series.length > 0 && (
        <div class="curves">
          {series.map((each) => (
            <figure key={each.name}>
              <LineChart series={[each]} title={`${each.name} by examples`} />
              <figcaption>{each.name}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </section>
  );
}

function toSeries(points: Job["points"]): Series[] {
  const names = [...new Set(points.map(({ series }) => series))];
  return names.map((name) => ({ name, points: points.filter(({ series }) => series === name) }));
}
