/**
 * The value of every query: bars of gains, the best and the worst queries, and links to
 * explanations.
 */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { GainBars } from "../../charts/gain-bars.tsx";
import { createHref } from "../../frame/route.ts";
import { formatDecimal, formatSigned } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";
import { parseSystem } from "../../server/systems.ts";
import { computeGains, type EvaluationResult, type QueryGain } from "./evaluation-result.ts";

/** Number of listed queries of each kind. */
const MAX_LISTED = 5;

interface PerQueryProps {
  readonly index: string;
  readonly result: EvaluationResult;
  /** The texts of queries by id. */
  readonly texts: ReadonlyMap<string, string>;
  /** The address form of the system with this name. */
  readonly toAddress: (name: string) => string;
}

/** A card about one system and one measure at a time. */
export function PerQuery({ index, result, texts, toAddress }: PerQueryProps): VNode {
  const { measures, baseline } = result.comparison;
  const names = measures.map(({ measure }) => measure);
  const systems = (measures[0]?.rows ?? []).map(({ run }) => run);
  const others = systems.filter((name) => name !== baseline);
  const [measure, setMeasure] = useState(names[0] ?? "");
  const [system, setSystem] = useState(others[0] ?? baseline);
  const gains = computeGains(result, system, measure);
  const lookupText = (query: string): string => texts.get(query) ?? query;
  const linkProps = {
    index,
    lookupText,
    first: toAddress(baseline),
    second: toAddress(system),
  };
  const better = gains.filter(({ gain }) => gain > 0);
  const worse = gains.filter(({ gain }) => gain < 0);
  return (
    <section class="card" aria-labelledby="per-query">
      <div class="card-head">
        <h2 id="per-query">Query by query</h2>
        <div class="row middle">
          <Choice label="Measure" value={measure} values={names} onChoose={setMeasure} />
          {others.length > 1 && (
            <Choice label="System" value={system} values={others} onChoose={setSystem} />
          )}
        </div>
      </div>
      <figure>
        <GainBars
          title={`${better.length} queries gain and ${worse.length} lose by ${system} in ${measure}`}
          gains={gains.map(({ query, gain }) => ({ name: lookupText(query), gain }))}
        />
        <figcaption>
          {measure} of {system} minus {baseline}: {better.length} better, {worse.length} worse,{" "}
          {gains.length - better.length - worse.length} the same
        </figcaption>
      </figure>
      <div class="best-worst">
        <QueryTable title="Most gained" gains={better.slice(0, MAX_LISTED)} {...linkProps} />
        <QueryTable title="Most lost" gains={worse.slice(-MAX_LISTED).reverse()} {...linkProps} />
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, values, onChoose }: ChoiceProps): VNode {
  return (
    <label class="check">
      {label}
      <select
        class="select"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {values.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

interface QueryTableProps {
  readonly title: string;
  readonly gains: readonly QueryGain[];
  readonly index: string;
  readonly lookupText: (query: string) => string;
  readonly first: string;
  readonly second: string;
}

function QueryTable({ title, gains, index, lookupText, first, second }: QueryTableProps): VNode {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {gains.length === 0 ? (
        <p class="soft">None.</p>
      ) : (
        <Scrolling label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">Query</th>
                <th scope="col" class="number">
                  Before
                </th>
                <th scope="col" class="number">
                  After
                </th>
                <th scope="col" class="number">
                  Gain
                </th>
              </tr>
            </thead>
            <tbody>
              {gains.map(({ query, value, baseline, gain }) => (
                <tr key={query}>
                  <th scope="row" class="term">
                    <a
                      href={createHref(index, "compare", {
                        q: lookupText(query),
                        a: first,
                        b: second,
                      })}
                    >
                      {lookupText(query)}
                    </a>{" "}
                    {parseSystem(second).snapshot === undefined && (
                      <a
                        class="small"
                        href={createHref(index, "why", { q: lookupText(query), system: second })}
                        aria-label={`Why, for ${lookupText(query)}`}
                      >
                        Why
                      </a>
                    )}
                  </th>
                  <td class="number">{formatDecimal(baseline, 3)}</td>
                  <td class="number">{formatDecimal(value, 3)}</td>
                  <td class={`number ${gain < 0 ? "minus" : "plus"}`}>{formatSigned(gain, 3)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
    </section>
  );
}
