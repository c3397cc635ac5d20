/**
 * Explains the score of a neural model as far as its kind allows: see
 * src/reranking/pair-insight.ts.
 */

import type { VNode } from "preact";
import type { PairExplanation } from "../../../../src/reranking/explanation.ts";
import { MatchMatrix } from "../../charts/match-matrix.tsx";
import { computeRange, SignedBar } from "../../charts/signed-bar.tsx";
import { formatDecimal } from "../../parts/format-numbers.ts";
import { Scrolling } from "../../parts/scrolling.tsx";
import { KernelTable } from "./kernel-table.tsx";
import { NgramTable, WindowTable } from "./match-tables.tsx";

/** Sections for one pair: contributions, matrix, kernels, n-grams, windows. */
export function NeuralScore({ neural }: { readonly neural: PairExplanation }): VNode {
  const { model, score, query, document, matches, gated, kernels, ngrams, windows } = neural;
  const learnsSalience = [...query, ...document].some(({ salience }) => salience !== undefined);
  return (
    <>
      <div class="card-head">
        <h2>
          {model} scores <span class="number">{formatDecimal(score)}</span>
        </h2>
        {learnsSalience && <span class="pill accent">bars: learned salience of the words</span>}
      </div>
      {neural.contributions !== undefined && <Contributions neural={neural} />}
      <div class="matrices">
        <figure>
          <MatchMatrix
            query={query}
            document={document}
            matches={matches}
            title={`Cosines of the query words with ${document.length} words of the document`}
          />
          <figcaption>
            Cosines of the trained vectors. Blue is a match, orange its opposite, darker is
            stronger. Point at a cell for its number.
          </figcaption>
        </figure>
        {gated !== undefined && (
          <figure>
            <MatchMatrix
              query={query}
              document={document}
              matches={gated}
              title="Cosines times the gates of the two words"
            />
            <figcaption>
              The same, times the gates of the two words: this is what the kernels count.
            </figcaption>
          </figure>
        )}
      </div>
      {kernels !== undefined && <KernelTable kernels={kernels} score={score} />}
      {ngrams !== undefined && <NgramTable query={query} document={document} ngrams={ngrams} />}
      {windows !== undefined && <WindowTable query={query} document={document} windows={windows} />}
    </>
  );
}

function Contributions({ neural }: { readonly neural: PairExplanation }): VNode {
  const { query, contributions = [], rest, score } = neural;
  const rows = query.map(({ word = "(unknown)" }, i) => ({ word, value: contributions[i] ?? 0 }));
  if (rest !== undefined) rows.push({ word: "biases of the network", value: rest });
  const range = computeRange(rows.map(({ value }) => value));
  return (
    <div>
      <h3>Contribution of each query word</h3>
      <Scrolling label="Contributions of the query words">
        <table>
          <thead>
            <tr>
              <th scope="col">Word</th>
              <th scope="col" class="bar-column">
                <span class="only-heard">Bar</span>
              </th>
              <th scope="col" class="number">
                Adds
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ word, value }, i) => (
              <tr key={i}>
                <th scope="row" class="term">
                  {word}
                </th>
                <td class="bar-column">
                  <SignedBar value={value} range={range} />
                </td>
                <td class="number">{formatDecimal(value)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Score
              </th>
              <td class="number total">{formatDecimal(score)}</td>
            </tr>
          </tfoot>
        </table>
      </Scrolling>
    </div>
  );
}
