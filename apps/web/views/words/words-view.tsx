/** Words: the weight of each word by idf, learned weight and salience. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WordListRequest } from "../../../../src/client/index.ts";
import { createHref, navigate } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { Loading, Problem } from "../../parts/notes.tsx";
import { useDebounced, useFetch } from "../../parts/use-fetch.ts";
import { type RankingChoices, useRankingChoices } from "../../parts/use-ranking-choices.ts";
import { client } from "../../server/client.ts";
import { WordCard } from "./word-card.tsx";
import { WordCharts } from "./word-charts.tsx";
import { WordTable } from "./word-table.tsx";

/** Maximum number of requested words: enough for a chart. */
const MAX_WORDS = 500;
const DEBOUNCE_MS = 150;

/** The view of the dictionary. */
export function WordsView({ index, params }: ViewProps): VNode {
  const offers = useRankingChoices(index);
  const { order = "frequency", word: chosen = "" } = params;
  const weights = params.weights ?? offers.weights.at(-1)?.id;
  const model = params.model ?? offers.models.find(({ hasSalience }) => hasSalience)?.name;
  const [wordInput, setWordInput] = useState(chosen);
  const debouncedWord = useDebounced(wordInput.trim().toLowerCase(), DEBOUNCE_MS);

  const source = { weights, model };
  const listRequest = {
    ...source,
    order: order as WordListRequest["order"],
    limit: MAX_WORDS,
    histogram: true,
  };
  const all = useFetch(JSON.stringify([index, listRequest]), (signal) =>
    client.index(index).words(listRequest, { signal }),
  );
  const wordKey = debouncedWord === "" ? undefined : JSON.stringify([debouncedWord, source]);
  const one = useFetch(wordKey, (signal) =>
    client.index(index).word(debouncedWord, source, { signal }),
  );
  const change = (changed: Readonly<Record<string, string>>): void =>
    navigate(createHref(index, "words", { ...params, word: debouncedWord, ...changed }), {
      replace: true,
    });
  const selectedTerm = one.data?.terms[0];

  return (
    <>
      <div class="view-head">
        <h1>Term weights</h1>
        <p>
          The rarity of each word (idf), its weight learned from judgements, and the salience that a
          network gives its matches.
        </p>
      </div>
      <div class="card">
        <div class="row">
          <div class="field grow">
            <label for="word">Look up a word</label>
            <input
              id="word"
              type="search"
              class="input"
              value={wordInput}
              placeholder="A word"
              autocomplete="off"
              onInput={(event) => setWordInput(event.currentTarget.value)}
            />
          </div>
          <Sources offers={offers} weights={weights} model={model} onChange={change} />
        </div>
        {one.error !== undefined && <Problem text={one.error} />}
        {one.data !== undefined && (
          <WordCard response={one.data} onLook={(word) => setWordInput(word)} />
        )}
      </div>
      {all.error !== undefined && <Problem text={all.error} />}
      {all.data === undefined && all.isLoading && <Loading what="the words" />}
      {all.data !== undefined && (
        <>
          <WordCharts response={all.data} selected={selectedTerm} />
          <WordTable
            response={all.data}
            order={order}
            onOrder={(name) => change({ order: name })}
            onLook={(word) => setWordInput(word)}
          />
        </>
      )}
    </>
  );
}

interface SourcesProps {
  readonly offers: RankingChoices;
  readonly weights: string | undefined;
  readonly model: string | undefined;
  readonly onChange: (changed: Readonly<Record<string, string>>) => void;
}

function Sources({ offers, weights, model, onChange }: SourcesProps): VNode {
  const salient = offers.models.filter(({ hasSalience }) => hasSalience);
  return (
    <>
      {offers.weights.length > 0 && (
        <div class="field">
          <label for="weights">Learned weights</label>
          <select
            id="weights"
            class="select"
            value={weights}
            onChange={(event) => onChange({ weights: event.currentTarget.value })}
          >
            {offers.weights.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </div>
      )}
      {salient.length > 0 && (
        <div class="field">
          <label for="salience">Salience of</label>
          <select
            id="salience"
            class="select"
            value={model}
            onChange={(event) => onChange({ model: event.currentTarget.value })}
          >
            {salient.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}
