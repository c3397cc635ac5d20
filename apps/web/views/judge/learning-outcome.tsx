/** The outcome of learning, gains and nulls alike, measured on held-out queries. */

import type { VNode } from "preact";
import type { LearningReport, MovedTerm } from "../../../../src/discrimination/learning-report.ts";
import type { TrainingRecord } from "../../../../src/scoring/training-record.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { formatDecimal, formatProbability, formatSigned } from "../../parts/format-numbers.ts";

interface LearnedOutcomeProps {
  readonly name: string;
  readonly report: LearningReport;
}

/** The gain in cross-validation with its interval, and the words whose weights changed most. */
export function LearnedOutcome({ name, report }: LearnedOutcomeProps): VNode {
  const { outcome, validation, tuned, up, down, queries } = report;
  const { before, after, gain, interval, p } = validation;
  const isGain = outcome === "learned";
  const isSure = isGain && interval[0] > 0;
  return (
    <section class="outcome" aria-label="What was learned">
      <p class={isSure ? "note good" : "note"}>
        {isGain
          ? `${name}: ${formatSigned(gain)} nDCG@10 on held-out queries. ${isSure ? "The interval excludes 0." : "This may be chance: the interval includes 0."}`
          : `No gain from weights: ${formatSigned(gain)} nDCG@10 on held-out queries is within the error of the measurement. ${name} is ${tuned.ranker}, tuned on all queries.`}
      </p>
      <dl class="tiles">
        <Tile name="Before" value={formatDecimal(before)} />
        <Tile name="After" value={formatDecimal(after)} />
        <Tile
          name="95 % interval of the gain"
          value={`${formatSigned(interval[0], 3)} … ${formatSigned(interval[1], 3)}`}
        />
        <Tile name="p, paired t test" value={Number.isFinite(p) ? formatProbability(p) : "–"} />
        <Tile name="Queries learned from" value={String(queries.used)} />
      </dl>
      {up.length > 0 && (
        <div class="moved">
          <MovedTerms title="Count more" terms={up} />
          <MovedTerms title="Count less" terms={down} />
        </div>
      )}
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
}

function Tile({ name, value }: TileProps): VNode {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface MovedProps {
  readonly title: string;
  readonly terms: readonly MovedTerm[];
}

function MovedTerms({ title, terms }: MovedProps): VNode {
  return (
    <div class="field">
      <span class="label">{title}</span>
      <ul class="pills">
        {terms.map(({ term, query }) => (
          <li class="pill" key={term}>
            {term} <span class="number">{formatDecimal(query, 2)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TrainedOutcomeProps {
  readonly name: string;
  readonly kind: string;
  readonly training: TrainingRecord | undefined;
}

/** The recorded curves of a training. */
export function TrainedOutcome({ name, kind, training }: TrainedOutcomeProps): VNode {
  const periods = training?.periods ?? [];
  const best = training === undefined ? undefined : periods[training.kept];
  const losses = periods.map(({ examples, loss }) => ({ x: examples, y: loss }));
  const values = periods.flatMap(({ examples, value }) =>
    value === undefined ? [] : [{ x: examples, y: value }],
  );
  return (
    <section class="outcome" aria-label="What was trained">
      <p class="note good">
        {name} ({kind}) is trained
        {best?.value === undefined
          ? "."
          : `: ${training?.measure ?? "validation"} ${formatDecimal(best.value)}, re-ranking ${best.depth ?? 0} hits.`}
      </p>
      {periods.length > 1 && (
        <div class="curves">
          <figure>
            <LineChart series={[{ name: "loss", points: losses }]} title="Loss by examples" />
            <figcaption>Loss</figcaption>
          </figure>
          {values.length > 1 && (
            <figure>
              <LineChart
                series={[{ name: "validation", points: values }]}
                title="Validation by examples"
              />
              <figcaption>{training?.measure ?? "Validation"}</figcaption>
            </figure>
          )}
        </div>
      )}
    </section>
  );
}
