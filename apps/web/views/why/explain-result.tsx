/** The explanation: the difference of two documents, and the sum behind each score. */

import type { VNode } from "preact";
import type { ExplainedDocument, ExplainResponse } from "../../../../src/client/index.ts";
import { formatDecimal, formatSigned } from "../../parts/format-numbers.ts";
import { computeNeuralDifferences } from "./neural-differences.ts";
import { NeuralScore } from "./neural-score.tsx";
import { Differences } from "./score-difference.tsx";
import { ScoreSum } from "./score-sum.tsx";

/** The difference of two documents, then each document. */
export function ExplainResult({ answer }: { readonly answer: ExplainResponse }): VNode {
  const { document, other, difference = [], words } = answer;
  const isReranked = document.neural !== undefined && other?.neural !== undefined;
  const ofModel = isReranked ? computeNeuralDifferences(document.neural, other.neural) : undefined;
  return (
    <>
      {other !== undefined && (
        <section class="card" aria-labelledby="difference">
          <div class="card-head">
            <h2 id="difference">{formatVerdict(document, other)}</h2>
            <span class="number soft">
              {formatSigned(selectScore(document) - selectScore(other))}
            </span>
          </div>
          {isReranked && ofModel === undefined && (
            <p class="note">
              This model combines all words in its last network, so its score has no contributions
              of single words. Below is the first stage.
            </p>
          )}
          <Differences
            parts={ofModel ?? difference}
            first={formatName(document)}
            second={formatName(other)}
            words={words}
          />
        </section>
      )}
      <DocumentCard document={document} words={words} />
      {other !== undefined && <DocumentCard document={other} words={words} />}
    </>
  );
}

/** The score of the re-ranking model, if there is one. */
function selectScore({ score, neural }: ExplainedDocument): number {
  return neural?.score ?? score;
}

function formatVerdict(a: ExplainedDocument, b: ExplainedDocument): string {
  if (selectScore(a) === selectScore(b))
    return `${formatName(a)} and ${formatName(b)} have the same score`;
  const [above, below] = selectScore(a) > selectScore(b) ? [a, b] : [b, a];
  return `Why “${formatName(above)}” is above “${formatName(below)}”`;
}

function formatName({ id, title }: ExplainedDocument): string {
  return title === undefined || title === "" ? id : title;
}

interface DocumentCardProps {
  readonly document: ExplainedDocument;
  readonly words: ExplainResponse["words"];
}

function DocumentCard({ document, words }: DocumentCardProps): VNode {
  const { id, rank, missing, explanation, neural } = document;
  return (
    <section class="card" aria-label={`Explanation of ${id}`}>
      <div class="card-head">
        <h2>{formatName(document)}</h2>
        <ul class="pills">
          <li class="pill">{id}</li>
          <li class="pill accent">{rank === null ? "not ranked" : `rank ${rank}`}</li>
          <li class="pill accent">score {formatDecimal(selectScore(document))}</li>
        </ul>
      </div>
      {missing !== undefined && <p class="note bad">{missing}</p>}
      {neural !== undefined && <NeuralScore neural={neural} />}
      {explanation.parts.length > 0 && (
        <section aria-label={`The first stage for ${id}`}>
          {neural !== undefined && <h3>The first stage</h3>}
          <ScoreSum explanation={explanation} title={`Parts of the score of ${id}`} words={words} />
        </section>
      )}
    </section>
  );
}
