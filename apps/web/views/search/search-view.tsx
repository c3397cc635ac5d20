/** Search: hits while a person types, with facets, passages and times. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { IndexDetails, SearchAnswer } from "../../../../src/client/shapes.ts";
import { go, hrefOf } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { Nothing, Problem } from "../../parts/notes.tsx";
import { bytes, counted, duration } from "../../parts/numbers.ts";
import { QueryField } from "../../parts/query-field.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useAnswer, useRested } from "../../parts/use-answer.ts";
import { useOffers } from "../../parts/use-offers.ts";
import { ask } from "../../server/ask.ts";
import { parseSystem, systemName, systemText } from "../../server/systems.ts";
import { type FacetCounts, Facets } from "./facets.tsx";
import { HitList } from "./hit-list.tsx";
import { indexFields } from "./index-fields.ts";
import { FIRST_CHOICES, SearchOptions } from "./search-options.tsx";

/** Ms without a key before the server is asked. */
const REST = 60;
const PAGE = 10;

/** The view of the start. */
export function SearchView({ index, params }: ViewProps): VNode {
  const [query, setQuery] = useState(params.q ?? "");
  const [limit, setLimit] = useState(PAGE);
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const rested = useRested(query, REST);
  const system = parseSystem(params.system ?? "");
  const offers = useOffers(index);
  const path = `indexes/${encodeURIComponent(index)}`;
  const { answer: details } = useAnswer(index, (signal) => ask<IndexDetails>(path, { signal }));
  const fields = indexFields(details?.settings);
  const facets = fields.filter(({ isCounted }) => isCounted).map(({ name }) => name);

  useEffect(() => {
    go(hrefOf(index, "search", { q: rested, system: params.system }), { replace: true });
    setLimit(PAGE);
  }, [rested, index, params.system]);

  const request = {
    query: rested,
    limit,
    snippet: true,
    ...system,
    prefix: choices.prefix,
    fuzzy: choices.fuzzy,
    ...(choices.fields.length === 0 ? {} : { fields: choices.fields }),
    ...(choices.sort === "" ? {} : { sort: choices.sort }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(Object.keys(chosen).length === 0 ? {} : { filter: chosen }),
  };
  const isAsked = rested.trim() !== "";
  const found = useAnswer(isAsked ? JSON.stringify(request) : undefined, (signal) =>
    ask<SearchAnswer>(`${path}/search`, { body: request, signal }),
  );
  const { answer, error, roundTrip } = found;
  const suggested = useAnswer(isAsked ? `${index} ${rested}` : undefined, (signal) =>
    ask<{ readonly suggestions: readonly { readonly text: string }[] }>(
      `${path}/suggest?${new URLSearchParams({ q: rested, limit: "6" })}`,
      { signal },
    ),
  );
  const counts = answer?.facets as FacetCounts | undefined;

  const choose = (field: string, value: string | undefined): void => {
    const { [field]: _, ...others } = chosen;
    setChosen(value === undefined ? others : { ...others, [field]: value });
  };

  return (
    <>
      <div class="search-head">
        <h1 class="only-heard">Search {index}</h1>
        <QueryField
          value={query}
          onInput={setQuery}
          suggestions={(suggested.answer?.suggestions ?? []).map(({ text }) => text)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            document.querySelector<HTMLElement>("a.hit-title")?.focus();
          }}
        />
        <SearchOptions fields={fields} choices={choices} onChange={setChoices} />
        <details class="options">
          <summary>
            Ranked by <b>{systemName(system)}</b>
          </summary>
          <SystemPicker
            title="Ranking"
            system={system}
            offers={offers}
            onChange={(changed) =>
              go(hrefOf(index, "search", { q: query, system: systemText(changed) }), {
                replace: true,
              })
            }
          />
        </details>
      </div>
      {error !== undefined && <Problem text={error} />}
      {isAsked && answer !== undefined && (
        <div class="row middle result-line">
          <p role="status" class="soft">
            <b>{counted(answer.total, "result")}</b> in {duration(answer.took)}
            {answer.isPartial && ", cut off by the time limit"}
          </p>
          {roundTrip !== undefined && (
            <p class="soft small">{duration(roundTrip)} with the way to the server and back</p>
          )}
          <a
            class="small push"
            href={hrefOf(index, "compare", { q: rested, a: "ranker=bm25", b: params.system })}
          >
            Compare rankings
          </a>
        </div>
      )}
      {isAsked && answer !== undefined && answer.hits.length > 0 && (
        <div class={counts === undefined ? "" : "with-facets"}>
          {counts !== undefined && <Facets counts={counts} chosen={chosen} onChoose={choose} />}
          <div class="hits-column">
            <HitList index={index} query={rested} system={params.system ?? ""} hits={answer.hits} />
            {answer.total > answer.hits.length && limit < 100 && (
              <button type="button" class="button" onClick={() => setLimit(limit + PAGE)}>
                Show more
              </button>
            )}
          </div>
        </div>
      )}
      {isAsked && typeof answer?.didYouMean === "string" && (
        <p>
          Did you mean{" "}
          <button
            type="button"
            class="button quiet compact"
            onClick={() => setQuery(String(answer.didYouMean))}
          >
            {answer.didYouMean}
          </button>
          ?
        </p>
      )}
      {isAsked && answer?.hits.length === 0 && (
        <Nothing>No document of {index} has a word of this query.</Nothing>
      )}
      {!isAsked && details !== undefined && <Welcome details={details} />}
    </>
  );
}

function Welcome({ details }: { readonly details: IndexDetails }): VNode {
  const { name, documents, terms, bytes: size, averageLength } = details;
  return (
    <section class="card" aria-labelledby="about">
      <h2 id="about">{name}</h2>
      <dl class="tiles">
        <div class="tile">
          <dt>Documents</dt>
          <dd>{counted(documents, "").trim()}</dd>
        </div>
        <div class="tile">
          <dt>Distinct terms</dt>
          <dd>{counted(terms, "").trim()}</dd>
        </div>
        <div class="tile">
          <dt>Words per document</dt>
          <dd>{averageLength.toFixed(1)}</dd>
        </div>
        <div class="tile">
          <dt>Size on disk</dt>
          <dd>{bytes(size)}</dd>
        </div>
      </dl>
      <p class="soft">
        Type to search. <kbd>/</kbd> goes to the query, <kbd>↓</kbd> to the results,{" "}
        <kbd>Enter</kbd> on a result says why it is there.
      </p>
    </section>
  );
}
