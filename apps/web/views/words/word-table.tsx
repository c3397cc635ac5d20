/** Words with their numbers, by any of them; those that learning took out of queries are marked. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WordFigures, WordsAnswer } from "../../../../src/client/shapes.ts";
import { decimal, whole } from "../../parts/numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

/** Words that are shown at first, and more at every click. */
const SHOWN = 20;

const ORDERS: readonly (readonly [string, string])[] = [
  ["frequency", "Frequency"],
  ["idf", "Idf"],
  ["weight", "Learned weight"],
  ["salience", "Salience"],
  ["term", "Alphabet"],
];

interface WordTableProps {
  readonly answer: WordsAnswer;
  readonly order: string;
  readonly onOrder: (order: string) => void;
  readonly onLook: (word: string) => void;
}

/** The first words in the order chosen. */
export function WordTable({ answer: { words }, order, onOrder, onLook }: WordTableProps): VNode {
  const [onlyPruned, setOnlyPruned] = useState(false);
  const [most, setMost] = useState(SHOWN);
  const hasWeights = words.some(({ weight }) => weight !== undefined);
  const hasSalience = words.some(({ salience }) => salience !== undefined);
  const offered = ORDERS.filter(
    ([name]) => (name !== "weight" || hasWeights) && (name !== "salience" || hasSalience),
  );
  const pruned = words.filter(isPruned);
  const all = onlyPruned ? pruned : words;
  const shown = all.slice(0, most);
  return (
    <section class="card" aria-labelledby="word-table">
      <div class="card-head">
        <h2 id="word-table">Words</h2>
        <div class="row middle">
          {hasWeights && (
            <label class="check">
              <input
                type="checkbox"
                checked={onlyPruned}
                onChange={(event) => setOnlyPruned(event.currentTarget.checked)}
              />
              Only pruned ({pruned.length})
            </label>
          )}
          <label class="check">
            Order by
            <select
              class="select"
              value={order}
              onChange={(event) => onOrder(event.currentTarget.value)}
            >
              {offered.map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      {shown.length === 0 && <p class="soft">None of these words was pruned.</p>}
      {shown.length > 0 && (
        <Scrolling label="Words with their numbers">
          <table>
            <thead>
              <tr>
                <th scope="col">Word</th>
                <th scope="col" class="number">
                  Documents
                </th>
                <th scope="col" class="number">
                  Idf
                </th>
                {hasWeights && (
                  <th scope="col" class="number">
                    Learned, queries
                  </th>
                )}
                {hasWeights && (
                  <th scope="col" class="number">
                    Learned, documents
                  </th>
                )}
                {hasSalience && (
                  <th scope="col" class="number">
                    Salience
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((word) => (
                <tr key={word.term}>
                  <th scope="row" class="term">
                    <button
                      type="button"
                      class="button quiet compact"
                      onClick={() => onLook(word.term)}
                    >
                      {word.term}
                    </button>
                    {isPruned(word) && <span class="pill bad">pruned</span>}
                  </th>
                  <td class="number">{whole(word.documentFrequency)}</td>
                  <td class="number">{decimal(word.idf, 3)}</td>
                  {hasWeights && <td class="number">{shownNumber(word.weight?.query)}</td>}
                  {hasWeights && <td class="number">{shownNumber(word.weight?.document)}</td>}
                  {hasSalience && <td class="number">{shownNumber(word.salience)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {shown.length < all.length && (
        <div>
          <button type="button" class="button" onClick={() => setMost(most + SHOWN)}>
            Show more
          </button>
        </div>
      )}
    </section>
  );
}

/** A word of weight 0 adds nothing to any score. */
function isPruned({ weight }: WordFigures): boolean {
  return weight !== undefined && (weight.query === 0 || weight.document === 0);
}

function shownNumber(value: number | undefined): string {
  return value === undefined ? "–" : decimal(value, 3);
}
