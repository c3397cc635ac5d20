/** Words: what the index believes each word counts for, by idf, learned weight and salience. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WordAnswer, WordsAnswer } from "../../../../src/client/shapes.ts";
import { go, hrefOf } from "../../frame/route.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { Loading, Problem } from "../../parts/notes.tsx";
import { useAnswer, useRested } from "../../parts/use-answer.ts";
import { type Offers, useOffers } from "../../parts/use-offers.ts";
import { ask } from "../../server/ask.ts";
import { WordCard } from "./word-card.tsx";
import { WordPictures } from "./word-pictures.tsx";
import { WordTable } from "./word-table.tsx";

/** Words that are asked for: enough for a picture. */
const MOST = 500;
const REST = 150;

/** The view of the dictionary. */
export function WordsView({ index, params }: ViewProps): VNode {
  const offers = useOffers(index);
  const { order = "frequency", word: chosen = "" } = params;
  const weights = params.weights ?? offers.weights.at(-1)?.id;
  const model = params.model ?? offers.models.find(({ hasSalience }) => hasSalience)?.name;
  const [typed, setTyped] = useState(chosen);
  const rested = useRested(typed.trim().toLowerCase(), REST);

  const source = { weights, model };
  const path = `indexes/${encodeURIComponent(index)}/words`;
  const asked = searchText({ ...source, order, limit: String(MOST), histogram: "true" });
  const all = useAnswer(asked, (signal) => ask<WordsAnswer>(`${path}?${asked}`, { signal }));
  const looked = rested === "" ? undefined : `${encodeURIComponent(rested)}?${searchText(source)}`;
  const one = useAnswer(looked, (signal) => ask<WordAnswer>(`${path}/${looked}`, { signal }));
  const change = (changed: Readonly<Record<string, string>>): void =>
    go(hrefOf(index, "words", { ...params, word: rested, ...changed }), { replace: true });
  const here = one.answer?.terms[0];

  return (
    <>
      <div class="view-head">
        <h1>What words count for</h1>
        <p>
          How rare each word is (idf), how much learning from judgements weighs it, and how much a
          network lets its matches through (salience).
        </p>
      </div>
      <div class="card">
        <div class="row">
          <div class="field grow">
            <label for="word">Look a word up</label>
            <input
              id="word"
              type="search"
              class="input"
              value={typed}
              placeholder="A word"
              autocomplete="off"
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
          <Sources offers={offers} weights={weights} model={model} onChange={change} />
        </div>
        {one.error !== undefined && <Problem text={one.error} />}
        {one.answer !== undefined && (
          <WordCard answer={one.answer} onLook={(word) => setTyped(word)} />
        )}
      </div>
      {all.error !== undefined && <Problem text={all.error} />}
      {all.answer === undefined && all.isAsking && <Loading what="the words" />}
      {all.answer !== undefined && (
        <>
          <WordPictures answer={all.answer} here={here} />
          <WordTable
            answer={all.answer}
            order={order}
            onOrder={(name) => change({ order: name })}
            onLook={(word) => setTyped(word)}
          />
        </>
      )}
    </>
  );
}

interface SourcesProps {
  readonly offers: Offers;
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

function searchText(params: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
