/** Compare: one query by two or three rankings, and the same rankings on all judged queries. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import {
  type CompareResponse,
  formatSystemName,
  type NamedSystem,
} from "../../../../src/client/index.ts";
import { createHref, navigate } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { formatDecimal } from "../../parts/format-numbers.ts";
import { EmptyState, Problem } from "../../parts/notes.tsx";
import { QueryField } from "../../parts/query-field.tsx";
import { Scrolling } from "../../parts/scrolling.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useDebounced, useFetch } from "../../parts/use-fetch.ts";
import { useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client } from "../../server/client.ts";
import { formatSystem, parseSystem, type RankingChoice } from "../../server/systems.ts";
import { QuerySet } from "./query-set.tsx";
import { RankingColumns } from "./ranking-columns.tsx";

const SYSTEM_KEYS = ["a", "b", "c"] as const;
const MEASURES = ["nDCG@10", "RR@10", "P@5"];
const DEBOUNCE_MS = 120;
/** Below this width in px the options are collapsed at first, so that the rankings are visible. */
const NARROW = 860;

/** The view with rankings side by side. */
export function CompareView({ index, params }: ViewProps): VNode {
  const [query, setQuery] = useState(params.q ?? "");
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS);
  const offers = useRankingChoices(index);
  const systems = readSystems(params, offers.weights.at(-1)?.id);
  const address = JSON.stringify(systems);

  const move = (changed: Readonly<Record<string, string>>): void => {
    const href = createHref(index, "compare", { ...params, ...changed, q: query });
    navigate(href, { replace: true });
  };
  // The address follows the debounced query.
  useEffect(() => move({}), [debouncedQuery]);

  const request = {
    query: debouncedQuery,
    systems: assignNames(systems),
    limit: 10,
    snippet: true,
    measures: MEASURES,
  };
  const hasQuery = debouncedQuery.trim() !== "";
  const { data: response, error } = useFetch(
    hasQuery ? `${debouncedQuery} ${address}` : undefined,
    (signal) => client.index(index).compare(request, { signal }),
  );

  return (
    <>
      <div class="view-head">
        <h1>Compare rankings</h1>
        <p>The same query by two or three rankings. Lines show which documents moved.</p>
      </div>
      <QueryField value={query} onInput={setQuery} />
      <details class="options" open={innerWidth > NARROW}>
        <summary>Rankings and their options</summary>
        <div class="pickers">
          {systems.map((system, i) => (
            <SystemPicker
              key={SYSTEM_KEYS[i]}
              title={`Ranking ${"ABC"[i]}`}
              system={system}
              offers={offers}
              withSnapshots
              onChange={(changed) => move({ [SYSTEM_KEYS[i] as string]: formatSystem(changed) })}
            />
          ))}
        </div>
        <div class="row middle">
          {systems.length < 3 ? (
            <button
              type="button"
              class="button compact"
              onClick={() => move({ c: "ranker=lm", n: "3" })}
            >
              Add a third ranking
            </button>
          ) : (
            <button type="button" class="button compact" onClick={() => move({ c: "", n: "2" })}>
              Remove the third ranking
            </button>
          )}
        </div>
      </details>
      {error !== undefined && <Problem text={error} />}
      {hasQuery && response !== undefined && (
        <>
          <RankingColumns index={index} response={response} />
          <Measures answer={response} />
        </>
      )}
      {!hasQuery && <EmptyState>Enter a query to compare the rankings.</EmptyState>}
      <QuerySet index={index} systems={assignNames(systems)} />
    </>
  );
}

/**
 * Two or three systems; by default plain BM25 against the last learned system, or another ranker.
 */
function readSystems(
  { a, b, c, n }: Readonly<Record<string, string>>,
  learned: string | undefined,
): readonly RankingChoice[] {
  const second: RankingChoice = learned === undefined ? { ranker: "lm" } : { weights: learned };
  return [
    a === undefined ? { ranker: "bm25" } : parseSystem(a),
    b === undefined ? second : parseSystem(b),
    ...(n === "3" ? [parseSystem(c ?? "")] : []),
  ];
}

function assignNames(systems: readonly RankingChoice[]): readonly NamedSystem[] {
  return systems.map((system, i) => {
    const name = formatSystemName(system);
    const isNameTaken = systems.slice(0, i).some((each) => formatSystemName(each) === name);
    return { ...system, name: isNameTaken ? `${name} (${"ABC"[i]})` : name };
  });
}

function Measures({ answer }: { readonly answer: CompareResponse }): VNode | null {
  const { judged, systems } = answer;
  if (!judged) return null;
  const names = Object.keys(systems[0]?.measures ?? {});
  return (
    <section class="card" aria-labelledby="measures">
      <h2 id="measures">Measures for this query</h2>
      <Scrolling label="Measures for this query">
        <table>
          <thead>
            <tr>
              <th scope="col">Ranking</th>
              {names.map((name) => (
                <th scope="col" class="number" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {systems.map(({ name, measures = {} }) => (
              <tr key={name}>
                <th scope="row" class="term">
                  {name}
                </th>
                {names.map((measure) => (
                  <td class="number" key={measure}>
                    {formatDecimal(measures[measure] ?? Number.NaN)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  );
}
