/**
 * The matches that PACRR and its variants keep of a pair. Their last network is piecewise linear: a
 * kept match contributes its feature times the slope of the network there.
 */

import type { WindowInsight } from "../models/index.ts";
import type { PairInsight } from "./insight-data.ts";
import {
  alignRows,
  alignValues,
  computeSum,
  findLargest,
  splitRows,
  type TensorReader,
  type TextLengths,
  type TokenPositions,
} from "./insight-rows.ts";

/**
 * The windows that each query token keeps, and their contributions to the score if they are
 * defined.
 */
export function createWindowInsight(
  insight: WindowInsight,
  readValues: TensorReader,
  texts: TokenPositions,
  lengths: TextLengths,
): PairInsight {
  const { sizes, top, gates, score } = insight;
  const parts = computeFeatureContributions(insight, readValues, texts.query.length);
  const windows = sizes.map((matches, size) => {
    const gate = gates?.[size];
    const factors = gate === undefined ? undefined : splitRows(readValues(gate), top);
    const rows = splitRows(readValues(matches), texts.document.length).map((row, i) =>
      findLargest(row, texts.document, top).map((match, rank) => ({
        ...match,
        ...(factors === undefined ? {} : { gate: factors[i]?.[rank] as number }),
        ...(parts === undefined ? {} : { contribution: parts[i]?.[size * top + rank] as number }),
      })),
    );
    return alignRows(rows, texts.query, lengths.query);
  });
  if (parts === undefined || score === undefined) return { windows };
  const ofTerms = parts.map(computeSum);
  const withIdf = parts[0] !== undefined && parts[0].length > sizes.length * top;
  return {
    windows,
    contributions: alignValues(ofTerms, texts.query, lengths.query),
    rest: Number(readValues(score)[0]) - computeSum(ofTerms),
    ...(withIdf
      ? {
          idf: alignValues(
            parts.map((row) => row.at(-1) as number),
            texts.query,
            lengths.query,
          ),
        }
      : {}),
  };
}

/**
 * Feature times slope, for each query token that the model reads; undefined if the score has no
 * additive parts.
 */
function computeFeatureContributions(
  { features, slopes }: WindowInsight,
  readValues: TensorReader,
  tokens: number,
): readonly (readonly number[])[] | undefined {
  if (slopes === undefined) return undefined;
  const [values, factors] = [readValues(features), readValues(slopes)];
  const products = values.map((value, i) => value * (factors[i] as number));
  return splitRows(products, values.length / tokens);
}
