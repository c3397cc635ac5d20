/** Words with their statistics, sortable; words that learning removed from queries are marked. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WordListResponse, WordStatistics } from "../../../../src/client/index.ts";
import { formatDecimal, formatInteger } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";

/** Rows at first, and more at every click. */
const INITIAL_ROWS = 20;

const ORDERS: readonly (readonly [string, string])[] = [
  ["frequency", "Frequency"],
  ["idf", "Idf"],
  ["weight", "Learned weight"],
  ["salience", "Salience"],
  ["term", "Alphabet"],
];

interface WordTableProps {
  readonly response: WordListResponse;
  readonly order: string;
  readonly onOrder: (order: string) => void;
  readonly onLook: (word: string) => void;
}

/** The first words in the selected order. */
export function WordTable({ response: { words }, order, onOrder, onLook }: WordTableProps): VNode {
  const [onlyPruned, setOnlyPruned] = useState(false);
  const [maxRows, setMaxRows] = useState(INITIAL_ROWS);
  const hasWeights = words.some(({ weight }) => weight !== undefined);
  const hasSalience = words.some(({ salience }) => salience !== undefined);
  const offered = ORDERS.filter(
    ([name]) => (name !== "weight" || hasWeights) && (name !== "salience" || hasSalience),
  );
  const pruned = words.filter(isPruned);
  const all = onlyPruned ? pruned : words;
  const visibleWords = all.slice(0, maxRows);
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
            Sort by
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
      {visibleWords.length === 0 && <p class="soft">None of these words was pruned.</p>}
      {visibleWords.length > 0 && (
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
              {visibleWords.map((word) => (
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
                  <td class="number">{formatInteger(word.documentFrequency)}</td>
                  <td class="number">{formatDecimal(word.idf, 3)}</td>
                  {hasWeights && <td class="number">{formatNumber(word.weight?.query)}</td>}
                  {hasWeights && <td class="number">{formatNumber(word.weight?.document)}</td>}
                  {hasSalience && <td class="number">{formatNumber(word.salience)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {visibleWords.length < all.length && (
        <div>
          <button type="button" class="button" onClick={() => setMaxRows(maxRows + INITIAL_ROWS)}>
            Show more
          </button>
        </div>
      )}
    </section>
  );
}

/** A word of weight 0 contributes nothing to any score. */
function isPruned({ weight }: WordStatistics): boolean {
  return weight !== undefined && (weight.query === 0 || weight.document === 0);
}

function formatNumber(value: number | undefined): string {
  return value === undefined ? "–" : formatDecimal(value, 3);
}
