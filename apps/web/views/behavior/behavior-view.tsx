/** Behavior: what users searched for and clicked, and learning from their clicks. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { BehaviorReport } from "../../../../src/client/index.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import type { ViewProps } from "../../frame/view-props.ts";
import { formatBytes, formatCount } from "../../parts/format-numbers.ts";
import { EmptyState, Loading, Problem } from "../../parts/notes.tsx";
import { useFetch } from "../../parts/use-fetch.ts";
import { client } from "../../server/client.ts";
import { LearningFromClicks } from "./learning-from-clicks.tsx";
import { QueryTable } from "./query-table.tsx";

/** Days of the report, and their names; 0 is everything. */
const PERIODS = [
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [0, "All"],
] as const;

/** The view of recorded searches. */
export function BehaviorView({ index }: ViewProps): VNode {
  const [days, setDays] = useState(30);
  const { data, error, isLoading } = useFetch(`${index} ${days}`, (signal) =>
    client.index(index).behavior(days === 0 ? {} : { days }, { signal }),
  );
  return (
    <>
      <div class="view-head">
        <h1>Behavior</h1>
        <p>What people searched for, what they did not find, and what they clicked.</p>
      </div>
      <div class="row middle">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a row */}
        <div class="pills" role="group" aria-label="Period">
          {PERIODS.map(([each, name]) => (
            <button
              type="button"
              class="pill"
              key={each}
              aria-pressed={each === days}
              onClick={() => setDays(each)}
            >
              {name}
            </button>
          ))}
        </div>
        {data !== undefined && (
          <span class="soft small push">
            {data.isRecording ? "Recording" : "Not recording"} · {formatBytes(data.bytes)} stored
          </span>
        )}
      </div>
      {error !== undefined && <Problem text={error} />}
      {data === undefined && isLoading && <Loading what="the searches" />}
      {data !== undefined && <Warnings report={data} />}
      {data?.searches === 0 && <NoSearches isRecording={data.isRecording} />}
      {data !== undefined && data.searches > 0 && <Report index={index} report={data} />}
    </>
  );
}

function NoSearches({ isRecording }: { readonly isRecording: boolean }): VNode {
  return (
    <EmptyState>
      {isRecording ? (
        "Nobody has searched in this period."
      ) : (
        <>
          This server records no searches. Start it with <code>termwise serve --behavior</code>, if
          your users agree.
        </>
      )}
    </EmptyState>
  );
}

function Warnings({ report: { lost, damaged } }: { readonly report: BehaviorReport }): VNode {
  return (
    <>
      {lost > 0 && <Problem text={`${formatCount(lost, "record")} could not be written.`} />}
      {damaged > 0 && <p class="note">{formatCount(damaged, "line")} of the log cannot be read.</p>}
    </>
  );
}

interface ReportProps {
  readonly index: string;
  readonly report: BehaviorReport;
}

function Report({ index, report }: ReportProps): VNode {
  const { searches, queries, withoutHits, withClicks, top, noHits, noClicks } = report;
  const share = (count: number): string => `${Math.round((100 * count) / searches)} %`;
  return (
    <>
      <section class="card" aria-labelledby="trend">
        <div class="card-head">
          <h2 id="trend">Searches</h2>
          <span class="soft small">times are in UTC</span>
        </div>
        <dl class="tiles">
          <Tile name="Searches" value={formatCount(searches, "", "").trim()} />
          <Tile name="Different queries" value={formatCount(queries, "", "").trim()} />
          <Tile name="Without hits" value={share(withoutHits)} />
          <Tile name="With a click" value={share(withClicks)} />
        </dl>
        <Trend report={report} />
      </section>
      <div class="behavior-lists">
        <QueryTable index={index} title="Top queries" queries={top} column="searches" />
        <QueryTable index={index} title="Without hits" queries={noHits} column="withoutHits" />
        <QueryTable index={index} title="Without clicks" queries={noClicks} column="searches" />
      </div>
      <LearningFromClicks index={index} />
    </>
  );
}

function Tile({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A curve per count, by day. One day is no curve. */
function Trend({ report: { days } }: { readonly report: BehaviorReport }): VNode | null {
  if (days.length < 2) return null;
  const series = (
    [
      ["searches", "searches"],
      ["with a click", "withClicks"],
      ["without hits", "withoutHits"],
    ] as const
  ).map(([name, count]) => ({
    name,
    points: days.map((day, x) => ({ x, y: day[count] })),
  }));
  return (
    <figure>
      <LineChart
        series={series}
        title="Searches by day"
        formatX={(x) => days[x]?.day.slice(5) ?? ""}
      />
      <figcaption class="behavior-legend">
        {series.map(({ name }, i) => (
          <span key={name}>
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
              <circle cx="5" cy="5" r="4" class={FILLS[i]} />
            </svg>{" "}
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const FILLS = ["fill-accent", "fill-second", "fill-third"];
