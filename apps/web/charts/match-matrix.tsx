/**
 * The match matrix of a neural model: a row per query word, a column per document word, darker
 * cells for stronger matches, orange for negative ones. If the model learns salience, each word has
 * a bar.
 */

import type { VNode } from "preact";
import type { PairExplanation } from "../../../src/reranking/explanation.ts";
import { Scrolling } from "../parts/scrolling.tsx";

type Token = PairExplanation["query"][number];

/** The side of a cell: large for a sentence, small for a long text. */
function computeSide(words: number): number {
  return words <= 14 ? 30 : words <= 36 ? 24 : 17;
}

const LEFT = 128;
const TOP = 104;
/** The maximum length of a salience bar. */
const BAR = 30;

interface MatchMatrixProps {
  readonly query: readonly Token[];
  readonly document: readonly Token[];
  readonly matches: readonly ArrayLike<number>[];
  readonly title: string;
}

/** A chart in a box that scrolls horizontally. */
export function MatchMatrix({ query, document, matches, title }: MatchMatrixProps): VNode {
  const side = computeSide(document.length);
  const middle = side / 2 + 4;
  const [width, height] = [LEFT + document.length * side + 8, TOP + query.length * side + 4];
  return (
    <Scrolling label={title} isFramed>
      <svg class="matrix" width={width} height={height} role="img" aria-label={title}>
        {document.map((token, column) => (
          <g key={column} transform={`translate(${LEFT + column * side} ${TOP})`}>
            {token.salience !== undefined && (
              <rect
                class="fill-accent"
                x="3"
                y={-4 - BAR * token.salience}
                width={side - 6}
                height={BAR * token.salience}
              />
            )}
            <text
              transform={`translate(${middle} ${token.salience === undefined ? -6 : -8 - BAR}) rotate(-90)`}
            >
              {formatToken(token, 9)}
            </text>
          </g>
        ))}
        {query.map((token, row) => (
          <g key={row} transform={`translate(0 ${TOP + row * side})`}>
            {token.salience !== undefined && (
              <rect
                class="fill-accent"
                x={LEFT - 4 - BAR * token.salience}
                y="3"
                width={BAR * token.salience}
                height={side - 6}
              />
            )}
            <text
              x={LEFT - (token.salience === undefined ? 6 : 8 + BAR)}
              y={middle}
              text-anchor="end"
            >
              {formatToken(token, 12)}
            </text>
            {document.map((other, column) => (
              <Cell
                key={column}
                x={LEFT + column * side}
                side={side}
                value={matches[row]?.[column] ?? 0}
                words={`${formatToken(token, 40)} · ${formatToken(other, 40)}`}
              />
            ))}
          </g>
        ))}
      </svg>
    </Scrolling>
  );
}

interface CellProps {
  readonly x: number;
  readonly side: number;
  readonly value: number;
  readonly words: string;
}

function Cell({ x, side, value, words }: CellProps): VNode {
  const strength = Math.min(1, Math.abs(value));
  return (
    <g transform={`translate(${x} 0)`}>
      <rect class="matrix-cell" width={side - 1} height={side - 1} rx="2" />
      <rect
        class={value < 0 ? "fill-minus" : "fill-plus"}
        width={side - 1}
        height={side - 1}
        rx="2"
        fill-opacity={strength.toFixed(3)}
      >
        <title>
          {words}: {value.toFixed(3)}
        </title>
      </rect>
    </g>
  );
}

function formatToken({ word = "(unknown)" }: Token, longest: number): string {
  return word.length > longest ? `${word.slice(0, longest - 1)}…` : word;
}
