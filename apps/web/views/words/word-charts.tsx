/** Charts of a dictionary: distributions of idf, weights and saliences, and their correlations. */

import type { VNode } from "preact";
import type { WordListResponse, WordStatistics } from "../../../../src/client/index.ts";
import { Histogram } from "../../charts/histogram.tsx";
import { type Point, Scatter } from "../../charts/scatter.tsx";
import { formatCount } from "../../parts/format-numbers.ts";

type Figure = "idf" | "weight" | "salience";

const TITLES: Readonly<Record<Figure, string>> = {
  idf: "Idf",
  weight: "Learned weight in queries",
  salience: "Salience",
};

interface WordChartsProps {
  readonly response: WordListResponse;
  /** The selected word. */
  readonly selected: WordStatistics | undefined;
}

/** Histograms of all words, scatters of the words in the table. */
export function WordCharts({ response, selected }: WordChartsProps): VNode {
  const { histograms = {}, words, total } = response;
  const figures = (Object.keys(TITLES) as Figure[]).filter(
    (name) => histograms[name] !== undefined,
  );
  const others = figures.filter((name) => name !== "idf");
  return (
    <section class="card" aria-labelledby="spread">
      <div class="card-head">
        <h2 id="spread">Distributions</h2>
        <span class="soft small">{formatCount(total, "word")}</span>
      </div>
      <div class="curves">
        {figures.map((name) => {
          const counts = histograms[name];
          return (
            counts !== undefined && (
              <figure key={name}>
                <Histogram
                  counts={counts}
                  title={`${TITLES[name]} of ${formatCount(total, "word")}`}
                  marker={selected === undefined ? undefined : selectFigure(selected, name)}
                />
                <figcaption>{TITLES[name]}, all words; heights by square root</figcaption>
              </figure>
            )
          );
        })}
        {others.map((name) => (
          <figure key={name}>
            <Scatter
              points={toPoints(words, name)}
              xName="idf"
              yName={TITLES[name].toLowerCase()}
              marker={selected?.term}
            />
            <figcaption>
              {TITLES[name]} against idf, the {words.length} words of the table
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function selectFigure({ idf, weight, salience }: WordStatistics, name: Figure): number | undefined {
  return name === "idf" ? idf : name === "weight" ? weight?.query : salience;
}

function toPoints(words: readonly WordStatistics[], name: Figure): Point[] {
  return words.flatMap((word) => {
    const y = selectFigure(word, name);
    return y === undefined ? [] : [{ name: word.term, x: word.idf, y }];
  });
}
