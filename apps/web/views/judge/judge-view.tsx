/** Judge and learn: grades for pooled results, learning from them, publishing what was learned. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  CompareAnswer,
  Publications,
  System,
  WireJudgedQuery,
} from "../../../../src/client/shapes.ts";
import { go, hrefOf } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { Problem } from "../../parts/notes.tsx";
import { counted } from "../../parts/numbers.ts";
import { QueryField } from "../../parts/query-field.tsx";
import { useAnswer } from "../../parts/use-answer.ts";
import { type Offers, useOffers } from "../../parts/use-offers.ts";
import { ask, sentenceOf } from "../../server/ask.ts";
import { JudgementFiles } from "./judgement-files.tsx";
import { Judging } from "./judging.tsx";
import { Learning } from "./learning.tsx";
import { Publishing } from "./publishing.tsx";

/** How many of each system's best go into the pool. */
const DEPTH = 10;

/** The view from judging to publishing. */
export function JudgeView({ index, params }: ViewProps): VNode {
  const { q = "" } = params;
  const [typed, setTyped] = useState(q);
  const [error, setError] = useState<string>();
  const offers = useOffers(index);
  const path = `indexes/${encodeURIComponent(index)}`;
  const judgements = useAnswer(index, (signal) =>
    ask<{ readonly queries: readonly WireJudgedQuery[] }>(`${path}/judgements`, { signal }),
  );
  const publications = useAnswer(index, (signal) =>
    ask<Publications>(`${path}/published`, { signal }),
  );
  const request = { query: q, systems: poolOf(offers), limit: DEPTH, snippet: true };
  const pool = useAnswer(q.trim() === "" ? undefined : JSON.stringify(request), (signal) =>
    ask<CompareAnswer>(`${path}/compare`, { body: request, signal }),
  );
  const judged = judgements.answer?.queries ?? [];
  const known = judged.find(({ text }) => text === q)?.relevant ?? {};

  const change = (action: "publish" | "rollback", body: System = {}): void => {
    setError(undefined);
    ask(`${path}/${action}`, { body }).then(publications.again, (problem: unknown) =>
      setError(sentenceOf(problem)),
    );
  };

  return (
    <>
      <div class="view-head">
        <h1>Judge and learn</h1>
        <p>
          Grade what several rankings find, without seeing which found it. Learn from the grades,
          see whether the gain is real, publish it, and go back if need be.
        </p>
      </div>
      <section class="card" aria-labelledby="judge">
        <div class="card-head">
          <h2 id="judge">1. Judge</h2>
          <span class="soft small">{counted(judged.length, "judged query", "judged queries")}</span>
        </div>
        <form
          class="row middle"
          onSubmit={(event) => {
            event.preventDefault();
            go(hrefOf(index, "judge", { q: typed.trim() }));
          }}
        >
          <div class="grow">
            <QueryField value={typed} onInput={setTyped} label="Query to judge" />
          </div>
          <button class="button main" type="submit" disabled={typed.trim() === ""}>
            Pool results
          </button>
        </form>
        {judged.length > 0 && (
          <JudgedQueries
            judged={judged}
            current={q}
            onChoose={(text) => {
              setTyped(text);
              go(hrefOf(index, "judge", { q: text }));
            }}
          />
        )}
        {pool.error !== undefined && <Problem text={pool.error} />}
        {pool.answer !== undefined && pool.answer.query === q && (
          <Judging
            key={q}
            index={index}
            answer={pool.answer}
            known={known}
            onKept={judgements.again}
          />
        )}
        <JudgementFiles index={index} onImported={judgements.again} />
      </section>
      <Learning
        index={index}
        judgedQueries={judged.length}
        offers={offers}
        onPublish={(system) => change("publish", system)}
      />
      <Publishing
        publications={publications.answer}
        offers={offers}
        error={error}
        onPublish={(system) => change("publish", system)}
        onRollBack={() => change("rollback")}
      />
    </>
  );
}

/** Rankings that find different documents: two classical ones, the newest weights, the newest model. */
function poolOf({ weights, models }: Offers): readonly System[] {
  const [newest, model] = [weights.at(-1), models.at(-1)];
  return [
    { ranker: "bm25" },
    { ranker: "lm" },
    ...(newest === undefined ? [] : [{ weights: newest.id }]),
    ...(model === undefined ? [] : [{ ranker: "bm25", rerank: model.name }]),
  ];
}

interface JudgedQueriesProps {
  readonly judged: readonly WireJudgedQuery[];
  readonly current: string;
  readonly onChoose: (text: string) => void;
}

const SHOWN = 24;

function JudgedQueries({ judged, current, onChoose }: JudgedQueriesProps): VNode {
  return (
    <details class="options">
      <summary>Judged queries</summary>
      <div class="pills judged-queries">
        {judged.slice(0, SHOWN).map(({ id, text, relevant }) => (
          <button
            type="button"
            class="pill"
            key={id}
            aria-pressed={text === current}
            onClick={() => onChoose(text)}
          >
            {text} <span class="number">{Object.keys(relevant).length}</span>
          </button>
        ))}
        {judged.length > SHOWN && <span class="soft small">and {judged.length - SHOWN} more</span>}
      </div>
    </details>
  );
}
