/** Judge and learn: grades for pooled results, learning from them, activating what was learned. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  IndexClient,
  System,
  SystemActivation,
  WireJudgedQuery,
} from "../../../../src/client/index.ts";
import { createHref, navigate } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { formatCount } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { QueryField } from "../../parts/query-field.tsx";
import { useFetch } from "../../parts/use-fetch.ts";
import { type RankingChoices, useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client, formatError } from "../../server/client.ts";
import { ActivationCard } from "./activation-card.tsx";
import { JudgementFiles } from "./judgement-files.tsx";
import { Judging } from "./judging.tsx";
import { Learning } from "./learning.tsx";

/** The number of best documents of each system in the pool. */
const DEPTH = 10;

/** The view from judging to activation. */
export function JudgeView({ index, params }: ViewProps): VNode {
  const { q = "" } = params;
  const [queryInput, setQueryInput] = useState(q);
  const [error, setError] = useState<string>();
  const [submissions, setSubmissions] = useState(0);
  const offers = useRankingChoices(index);
  const judgements = useFetch(index, (signal) => client.index(index).judgements({ signal }));
  const activations = useFetch(index, (signal) => client.index(index).active({ signal }));
  const request = { query: q, systems: choosePoolSystems(offers), limit: DEPTH, snippet: true };
  const pool = useFetch(q.trim() === "" ? undefined : JSON.stringify(request), (signal) =>
    client.index(index).compare(request, { signal }),
  );
  const judged = judgements.data?.queries ?? [];
  const savedGrades = judged.find(({ text }) => text === q)?.relevant ?? {};

  const change = (action: (index: IndexClient) => Promise<SystemActivation>): void => {
    setError(undefined);
    action(client.index(index)).then(activations.again, (problem: unknown) =>
      setError(formatError(problem)),
    );
  };
  const activate = (system: System): void => change((each) => each.activate(system));

  return (
    <>
      <div class="view-head">
        <h1>Judge and learn</h1>
        <p>
          Grade what several rankings find, without seeing which found it. Learn from the grades,
          see whether the gain is real, activate it, and roll back if need be.
        </p>
      </div>
      <section class="card" aria-labelledby="judge">
        <div class="card-head">
          <h2 id="judge">1. Judge</h2>
          <span class="soft small">
            {formatCount(judged.length, "judged query", "judged queries")}
          </span>
        </div>
        <form
          class="row middle"
          onSubmit={(event) => {
            event.preventDefault();
            setSubmissions(submissions + 1);
            navigate(createHref(index, "judge", { q: queryInput.trim() }));
          }}
        >
          <div class="grow">
            <QueryField value={queryInput} onInput={setQueryInput} label="Query to judge" />
          </div>
          <button class="button main" type="submit" disabled={queryInput.trim() === ""}>
            Pool results
          </button>
        </form>
        {judged.length > 0 && (
          <JudgedQueries
            judged={judged}
            current={q}
            onChoose={(text) => {
              setQueryInput(text);
              setSubmissions(submissions + 1);
              navigate(createHref(index, "judge", { q: text }));
            }}
          />
        )}
        {pool.error !== undefined && <Problem text={pool.error} />}
        {pool.data !== undefined && pool.data.query === q && (
          <Judging
            key={q}
            index={index}
            response={pool.data}
            savedGrades={savedGrades}
            onSaved={judgements.again}
            submissions={submissions}
          />
        )}
        <JudgementFiles index={index} onImported={judgements.again} />
      </section>
      <Learning index={index} judgedQueries={judged.length} offers={offers} onActivate={activate} />
      <ActivationCard
        activations={activations.data}
        offers={offers}
        error={error}
        onActivate={activate}
        onRollBack={() => change((each) => each.rollBack())}
      />
    </>
  );
}

/** Rankings with different results: two classical ones, the newest weights, the newest model. */
function choosePoolSystems({ weights, models }: RankingChoices): readonly System[] {
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

const MAX_LISTED = 24;

function JudgedQueries({ judged, current, onChoose }: JudgedQueriesProps): VNode {
  return (
    <details class="options">
      <summary>Judged queries</summary>
      <div class="pills judged-queries">
        {judged.slice(0, MAX_LISTED).map(({ id, text, relevant }) => (
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
        {judged.length > MAX_LISTED && (
          <span class="soft small">and {judged.length - MAX_LISTED} more</span>
        )}
      </div>
    </details>
  );
}
