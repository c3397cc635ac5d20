/** Why: the sum behind one score, what puts one document above another, and why one is missing. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ExplainAnswer, SearchAnswer } from "../../../../src/client/shapes.ts";
import { go, hrefOf } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { Loading, Nothing, Problem } from "../../parts/notes.tsx";
import { QueryField } from "../../parts/query-field.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useAnswer } from "../../parts/use-answer.ts";
import { useOffers } from "../../parts/use-offers.ts";
import { ask } from "../../server/ask.ts";
import { parseSystem, systemName, systemText } from "../../server/systems.ts";
import { Choices, DocumentField } from "./document-choice.tsx";
import { Explained } from "./explained.tsx";

/** Hits that are offered as documents to ask about. */
const OFFERED = 20;

/** The view for one result, or two. */
export function WhyView({ index, params }: ViewProps): VNode {
  const { q = "", id = "", other = "" } = params;
  const [query, setQuery] = useState(q);
  const system = parseSystem(params.system ?? "");
  const offers = useOffers(index);
  const path = `indexes/${encodeURIComponent(index)}`;
  const move = (changed: Readonly<Record<string, string>>): void =>
    go(hrefOf(index, "why", { ...params, q: query, ...changed }), { replace: true });

  const isAsked = q.trim() !== "" && id !== "";
  const request = { query: q, id, ...(other === "" ? {} : { other }), ...system };
  const { answer, error, isAsking } = useAnswer(
    isAsked ? JSON.stringify(request) : undefined,
    (signal) => ask<ExplainAnswer>(`${path}/explain`, { body: request, signal }),
  );
  const listed = { query: q, limit: OFFERED, ...system };
  const { answer: hits } = useAnswer(
    q.trim() === "" ? undefined : JSON.stringify(listed),
    (signal) => ask<SearchAnswer>(`${path}/search`, { body: listed, signal }),
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
            Ranked by <b>{systemName(system)}</b>
          </summary>
          <SystemPicker
            title="Ranking"
            system={system}
            offers={offers}
            onChange={(changed) => move({ system: systemText(changed) })}
          />
        </details>
      </form>
      {error !== undefined && <Problem text={error} />}
      {isAsked && answer === undefined && isAsking && <Loading what="the explanation" />}
      {isAsked && answer !== undefined && <Explained answer={answer} />}
      {!isAsked && hits !== undefined && (
        <Choices hits={hits} onChoose={(chosen) => move({ id: chosen })} />
      )}
      {!isAsked && hits === undefined && (
        <Nothing>
          Type a query and choose a document: one that was found, or one that you miss.
        </Nothing>
      )}
    </>
  );
}
