/** Pictures of a dictionary: how idf, weights and saliences are spread, and how they go together. */

import type { VNode } from "preact";
import type { WordFigures, WordsAnswer } from "../../../../src/client/shapes.ts";
import { Histogram } from "../../charts/histogram.tsx";
import { type Point, Scatter } from "../../charts/scatter.tsx";
import { counted } from "../../parts/numbers.ts";

type Figure = "idf" | "weight" | "salience";

const TITLES: Readonly<Record<Figure, string>> = {
  idf: "Idf",
  weight: "Learned weight in queries",
  salience: "Salience",
};

interface WordPicturesProps {
  readonly answer: WordsAnswer;
  /** The word that was looked up. */
  readonly here: WordFigures | undefined;
}

/** Histograms of all words, scatters of the words in the table. */
export function WordPictures({ answer, here }: WordPicturesProps): VNode {
  const { histograms = {}, words, total } = answer;
  const figures = (Object.keys(TITLES) as Figure[]).filter(
    (name) => histograms[name] !== undefined,
  );
  const others = figures.filter((name) => name !== "idf");
  return (
    <section class="card" aria-labelledby="spread">
      <div class="card-head">
        <h2 id="spread">How they are spread</h2>
        <span class="soft small">{counted(total, "word")}</span>
      </div>
      <div class="curves">
        {figures.map((name) => {
          const counts = histograms[name];
          return (
            counts !== undefined && (
              <figure key={name}>
                <Histogram
                  counts={counts}
                  title={`${TITLES[name]} of ${counted(total, "word")}`}
                  here={here === undefined ? undefined : figureOf(here, name)}
                />
                <figcaption>{TITLES[name]}, all words; heights by square root</figcaption>
              </figure>
            )
          );
        })}
        {others.map((name) => (
          <figure key={name}>
            <Scatter
              points={pointsOf(words, name)}
              xName="idf"
              yName={TITLES[name].toLowerCase()}
              here={here?.term}
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

function figureOf({ idf, weight, salience }: WordFigures, name: Figure): number | undefined {
  return name === "idf" ? idf : name === "weight" ? weight?.query : salience;
}

function pointsOf(words: readonly WordFigures[], name: Figure): Point[] {
  return words.flatMap((word) => {
    const y = figureOf(word, name);
    return y === undefined ? [] : [{ name: word.term, x: word.idf, y }];
  });
}
