/**
 * Why: the sum behind one score, the difference of two documents, and why a document is missing.
 */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { formatSystemName } from "../../../../src/client/index.ts";
import { createHref, navigate } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { EmptyState, Loading, Problem } from "../../parts/notes.tsx";
import { QueryField } from "../../parts/query-field.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useFetch } from "../../parts/use-fetch.ts";
import { useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client } from "../../server/client.ts";
import { formatSystem, parseSystem } from "../../server/systems.ts";
import { Choices, DocumentField } from "./document-choice.tsx";
import { ExplainResult } from "./explain-result.tsx";

/** Maximum number of hits to choose from. */
const MAX_CHOICES = 20;

/** The view of one or two results. */
export function WhyView({ index, params }: ViewProps): VNode {
  const { q = "", id = "", other = "" } = params;
  const [query, setQuery] = useState(q);
  const { snapshot: _, ...system } = parseSystem(params.system ?? "");
  const offers = useRankingChoices(index);
  const move = (changed: Readonly<Record<string, string>>): void =>
    navigate(createHref(index, "why", { ...params, q: query, ...changed }), { replace: true });

  const hasRequest = q.trim() !== "" && id !== "";
  const request = { query: q, id, ...(other === "" ? {} : { other }), ...system };
  const {
    data: response,
    error,
    isLoading,
  } = useFetch(hasRequest ? JSON.stringify(request) : undefined, (signal) =>
    client.index(index).explain(request, { signal }),
  );
  const listOptions = { limit: MAX_CHOICES, ...system };
  const { data: hits } = useFetch(
    q.trim() === "" ? undefined : JSON.stringify({ q, ...listOptions }),
    (signal) => client.index(index).search(q, listOptions, { signal }),
  );

  return (
    <>
      <div class="view-head">
        <h1>Why is it there?</h1>
        <p>The numbers behind one score; with a second document, what puts one above the other.</p>
      </div>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          move({});
        }}
      >
        <QueryField value={query} onInput={setQuery} />
        <div class="row">
          <DocumentField
            label="Document"
            name="first"
            value={id}
            hits={hits}
            onChange={(value) => move({ id: value })}
          />
          <DocumentField
            label="Compare with (optional)"
            name="second"
            value={other}
            hits={hits}
            onChange={(value) => move({ other: value })}
          />
          <button class="button main" type="submit">
            Explain
          </button>
        </div>
        <details class="options">
          <summary>
            Ranked by <b>{formatSystemName(system)}</b>
          </summary>
          <SystemPicker
            title="Ranking"
            system={system}
            offers={offers}
            onChange={(changed) => move({ system: formatSystem(changed) })}
          />
        </details>
      </form>
      {error !== undefined && <Problem text={error} />}
      {hasRequest && response === undefined && isLoading && <Loading what="the explanation" />}
      {hasRequest && response !== undefined && <ExplainResult answer={response} />}
      {!hasRequest && hits !== undefined && (
        <Choices hits={hits} onChoose={(chosen) => move({ id: chosen })} />
      )}
      {!hasRequest && hits === undefined && (
        <EmptyState>Enter a query and choose a document: a hit, or one that is missing.</EmptyState>
      )}
    </>
  );
}
