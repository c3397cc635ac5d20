/** Search as you type, with facets, passages and times. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatSystemName, type IndexDetails } from "../../../../src/client/index.ts";
import { createHref, navigate } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { formatBytes, formatCount, formatDuration } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { QueryField } from "../../parts/query-field.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useDebounced, useFetch } from "../../parts/use-fetch.ts";
import { useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client } from "../../server/client.ts";
import { formatSystem, parseSystem } from "../../server/systems.ts";
import { EmptyResult } from "./empty-result.tsx";
import { Facets } from "./facets.tsx";
import { HitList } from "./hit-list.tsx";
import { readIndexFields } from "./index-fields.ts";
import { readChoices, type SearchChoices, SearchOptions } from "./search-options.tsx";
import { createSearchRequest, SUGGESTIONS } from "./search-request.ts";

/** Milliseconds without a key before a request is sent. */
const DEBOUNCE_MS = 60;
const PAGE = 10;

/** The start view. */
export function SearchView({ index, params }: ViewProps): VNode {
  const [query, setQuery] = useState(params.q ?? "");
  const [limit, setLimit] = useState(PAGE);
  const [changed, setChanged] = useState<SearchChoices>();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS);
  const { snapshot: _, ...system } = parseSystem(params.system ?? "");
  const offers = useRankingChoices(index);
  const { data: details } = useFetch(index, (signal) => client.index(index).describe({ signal }));
  const choices = changed ?? readChoices(details?.settings);
  const fields = readIndexFields(details?.settings);
  const facets = fields.filter(({ isCounted }) => isCounted).map(({ name }) => name);

  useEffect(() => {
    navigate(createHref(index, "search", { q: debouncedQuery, system: params.system }), {
      replace: true,
    });
    setLimit(PAGE);
  }, [debouncedQuery, index, params.system]);

  const request = createSearchRequest({
    ...{ query: debouncedQuery, limit, system, choices, facets, filter: chosen },
  });
  const hasQuery = debouncedQuery.trim() !== "";
  const searchState = useFetch(hasQuery ? JSON.stringify(request) : undefined, (signal) =>
    client.call("search", { params: { name: index }, input: request, signal }),
  );
  const { data: response, error, roundTrip } = searchState;
  const suggestState = useFetch(hasQuery ? `${index} ${debouncedQuery}` : undefined, (signal) =>
    client.index(index).suggest(debouncedQuery, SUGGESTIONS, { signal }),
  );
  const counts = response?.facets;

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
          suggestions={(suggestState.data?.suggestions ?? []).map(({ text }) => text)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            document.querySelector<HTMLElement>("a.hit-title")?.focus();
          }}
        />
        <SearchOptions fields={fields} choices={choices} onChange={setChanged} />
        <details class="options">
          <summary>
            Ranked by <b>{formatSystemName(response?.system ?? system)}</b>
            {response?.fallback === "words" &&
              ", without vectors: the server has no encoder for them"}
          </summary>
          <SystemPicker
            title="Ranking"
            system={system}
            offers={offers}
            onChange={(changed) =>
              navigate(createHref(index, "search", { q: query, system: formatSystem(changed) }), {
                replace: true,
              })
            }
          />
        </details>
      </div>
      {error !== undefined && <Problem text={error} />}
      {hasQuery && response !== undefined && (
        <div class="row middle result-line">
          <p role="status" class="soft">
            <b>{formatCount(response.total, "result")}</b> in {formatDuration(response.took)}
            {response.isPartial && ", stopped by the time limit"}
          </p>
          {roundTrip !== undefined && (
            <p class="soft small">{formatDuration(roundTrip)} round trip</p>
          )}
          <a
            class="small push"
            href={createHref(index, "compare", {
              q: debouncedQuery,
              a: "ranker=bm25",
              b: params.system,
            })}
          >
            Compare rankings
          </a>
        </div>
      )}
      {hasQuery && response !== undefined && response.hits.length > 0 && (
        <div class={counts === undefined ? "" : "with-facets"}>
          {counts !== undefined && <Facets counts={counts} chosen={chosen} onChoose={choose} />}
          <div class="hits-column">
            <HitList
              index={index}
              query={debouncedQuery}
              system={params.system ?? ""}
              hits={response.hits}
              onOpen={(id, position) => {
                const { queryId } = response;
                // A click that is not recorded is no problem of the reader.
                if (queryId !== undefined) client.click({ queryId, id, position }).catch(() => {});
              }}
              searchedFields={fields.filter(({ isSearched }) => isSearched).map(({ name }) => name)}
            />
            {response.total > response.hits.length && limit < 100 && (
              <button type="button" class="button" onClick={() => setLimit(limit + PAGE)}>
                Show more
              </button>
            )}
          </div>
        </div>
      )}
      {hasQuery && typeof response?.didYouMean === "string" && (
        <p>
          Did you mean{" "}
          <button
            type="button"
            class="button quiet compact"
            onClick={() => setQuery(String(response.didYouMean))}
          >
            {response.didYouMean}
          </button>
          ?
        </p>
      )}
      {hasQuery && response?.hits.length === 0 && (
        <EmptyResult
          index={index}
          query={debouncedQuery}
          hasFilter={Object.keys(chosen).length > 0}
          isFuzzy={choices.fuzzy}
          onClearFilter={() => setChosen({})}
          onTolerateTypos={() => setChanged({ ...choices, fuzzy: true })}
          onSearch={setQuery}
        />
      )}
      {!hasQuery && details !== undefined && <Welcome details={details} />}
    </>
  );
}

function Welcome({ details }: { readonly details: IndexDetails }): VNode {
  const { name, documents, terms, bytes: size, averageLength, encoderDevice } = details;
  return (
    <section class="card" aria-labelledby="about">
      <h2 id="about">{name}</h2>
      <dl class="tiles">
        <div class="tile">
          <dt>Documents</dt>
          <dd>{formatCount(documents, "", "").trim()}</dd>
        </div>
        <div class="tile">
          <dt>Distinct terms</dt>
          <dd>{formatCount(terms, "", "").trim()}</dd>
        </div>
        <div class="tile">
          <dt>Words per document</dt>
          <dd>{averageLength.toFixed(1)}</dd>
        </div>
        <div class="tile">
          <dt>Size on disk</dt>
          <dd>{formatBytes(size)}</dd>
        </div>
      </dl>
      {encoderDevice !== undefined && <p class="soft">Encoding on the GPU: {encoderDevice}</p>}
      <p class="soft">
        Type to search. <kbd>/</kbd> focuses the query, <kbd>↓</kbd> the results, <kbd>Enter</kbd>{" "}
        on a result explains its score.
      </p>
    </section>
  );
}
