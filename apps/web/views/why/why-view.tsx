/** Why: the sum behind one score, what puts one document above another, and why one is missing. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  ExplainAnswer,
  ExplainedDocument,
  SearchAnswer,
} from "../../../../src/client/shapes.ts";
import { go, hrefOf } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { titleOf } from "../../parts/document-text.tsx";
import { Loading, Nothing, Problem } from "../../parts/notes.tsx";
import { decimal, signed } from "../../parts/numbers.ts";
import { QueryField } from "../../parts/query-field.tsx";
import { SystemPicker } from "../../parts/system-picker.tsx";
import { useAnswer } from "../../parts/use-answer.ts";
import { useOffers } from "../../parts/use-offers.ts";
import { ask } from "../../server/ask.ts";
import { parseSystem, systemName, systemText } from "../../server/systems.ts";
import { NeuralScore } from "./neural-score.tsx";
import { Differences } from "./score-difference.tsx";
import { ScoreSum } from "./score-sum.tsx";

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
      {!isAsked && (
        <Nothing>
          Type a query and choose a document: one that was found, or one that you miss.
        </Nothing>
      )}
    </>
  );
}

interface DocumentFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly hits: SearchAnswer | undefined;
  readonly onChange: (id: string) => void;
}

/** An id can be typed, also of a document that was not found; those that were found are offered. */
function DocumentField({ label, name, value, hits, onChange }: DocumentFieldProps): VNode {
  return (
    <div class="field grow">
      <label for={name}>{label}</label>
      <input
        id={name}
        class="input"
        list={`${name}-hits`}
        value={value}
        placeholder="Document id"
        autocomplete="off"
        spellcheck={false}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <datalist id={`${name}-hits`}>
        {(hits?.hits ?? []).map((hit, rank) => (
          <option key={hit.id} value={hit.id}>
            {rank + 1}. {titleOf(hit.id, hit.document)}
          </option>
        ))}
      </datalist>
    </div>
  );
}

function Explained({ answer }: { readonly answer: ExplainAnswer }): VNode {
  const { document, other, difference } = answer;
  return (
    <>
      {other !== undefined && difference !== undefined && (
        <section class="card" aria-labelledby="difference">
          <div class="card-head">
            <h2 id="difference">{verdictOf(document, other)}</h2>
            <span class="number soft">{signed(document.score - other.score)}</span>
          </div>
          <Differences parts={difference} first={nameOf(document)} second={nameOf(other)} />
        </section>
      )}
      <DocumentCard document={document} />
      {other !== undefined && <DocumentCard document={other} />}
    </>
  );
}

function verdictOf(a: ExplainedDocument, b: ExplainedDocument): string {
  if (a.score === b.score) return `${nameOf(a)} and ${nameOf(b)} have the same score`;
  const [above, below] = a.score > b.score ? [a, b] : [b, a];
  return `Why “${nameOf(above)}” is above “${nameOf(below)}”`;
}

function nameOf({ id, title }: ExplainedDocument): string {
  return title === undefined || title === "" ? id : title;
}

function DocumentCard({ document }: { readonly document: ExplainedDocument }): VNode {
  const { id, rank, score, missing, explanation, neural } = document;
  return (
    <section class="card" aria-label={`Explanation of ${id}`}>
      <div class="card-head">
        <h2>{nameOf(document)}</h2>
        <ul class="pills">
          <li class="pill">{id}</li>
          <li class="pill accent">{rank === null ? "not ranked" : `rank ${rank}`}</li>
          <li class="pill accent">score {decimal(neural?.score ?? score)}</li>
        </ul>
      </div>
      {missing !== undefined && <p class="note bad">{missing}</p>}
      {neural !== undefined && <NeuralScore neural={neural} />}
      {explanation.parts.length > 0 && (
        <section aria-label={`The first stage for ${id}`}>
          {neural !== undefined && <h3>The first stage</h3>}
          <ScoreSum explanation={explanation} title={`Parts of the score of ${id}`} />
        </section>
      )}
    </section>
  );
}
