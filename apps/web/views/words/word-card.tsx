/** One word: its index terms with their statistics, and its nearest words. */

import type { VNode } from "preact";
import type { WordResponse, WordStatistics } from "../../../../src/client/index.ts";
import { formatDecimal, formatInteger } from "../../parts/format-numbers.ts";

interface WordCardProps {
  readonly response: WordResponse;
  readonly onLook: (word: string) => void;
}

/** Statistics as tiles, neighbours as buttons. */
export function WordCard({ response, onLook }: WordCardProps): VNode {
  const { word, terms, neighbours } = response;
  return (
    <section class="word-card" aria-label={`The word ${word}`}>
      {terms.length === 0 && (
        <p class="soft">“{word}” is a stop word or no word: it is not indexed.</p>
      )}
      {terms.map((figures) => (
        <Figures key={figures.term} word={word} figures={figures} />
      ))}
      {neighbours.length > 0 && (
        <div class="field">
          <span class="label">Nearest words for the model</span>
          <div class="pills">
            {neighbours.map(({ word: neighbour, cosine }) => (
              <button type="button" class="pill" key={neighbour} onClick={() => onLook(neighbour)}>
                {neighbour} <span class="number">{formatDecimal(cosine, 2)}</span>
              </button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

interface FiguresProps {
  readonly word: string;
  readonly figures: WordStatistics;
}

function Figures({ word, figures }: FiguresProps): VNode {
  const { term, documentFrequency, collectionFrequency, idf, weight, salience } = figures;
  const tiles: readonly (readonly [string, string])[] = [
    ["Documents with it", formatInteger(documentFrequency)],
    ["Occurrences", formatInteger(collectionFrequency)],
    ["Idf", formatDecimal(idf, 3)],
    ...(weight === undefined
      ? []
      : ([
          ["Learned, in queries", formatDecimal(weight.query, 3)],
          ["Learned, in documents", formatDecimal(weight.document, 3)],
        ] as const)),
    ...(salience === undefined ? [] : ([["Salience", formatDecimal(salience, 3)]] as const)),
  ];
  return (
    <>
      <h2>
        {word}
        {term !== word && <span class="soft"> is indexed as {term}</span>}
      </h2>
      {documentFrequency === 0 ? (
        <p class="soft">No document has it.</p>
      ) : (
        <dl class="tiles">
          {tiles.map(([name, value]) => (
            <div class="tile" key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
