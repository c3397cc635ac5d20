/**
 * What PACRR and its variants keep of a pair. Their last network is piecewise
 * linear: a kept match adds its feature times the slope of the network there.
 */

import type { WindowInsight } from "../models/index.ts";
import {
  aligned,
  largest,
  type PlacesRead,
  rowsOf,
  spread,
  type TextLengths,
  total,
  type ValuesOf,
} from "./insight-rows.ts";
import type { PairInsight } from "./told-insight.ts";

/** Windows that each query token keeps, and what they add to the score where that can be said. */
export function toldWindows(
  insight: WindowInsight,
  valuesOf: ValuesOf,
  texts: PlacesRead,
  lengths: TextLengths,
): PairInsight {
  const { sizes, top, gates, score } = insight;
  const parts = weighedFeatures(insight, valuesOf, texts.query.length);
  const windows = sizes.map((matches, size) => {
    const gate = gates?.[size];
    const factors = gate === undefined ? undefined : rowsOf(valuesOf(gate), top);
    const rows = rowsOf(valuesOf(matches), texts.document.length).map((row, i) =>
      largest(row, texts.document, top).map((kept, rank) => ({
        ...kept,
        ...(factors === undefined ? {} : { gate: factors[i]?.[rank] as number }),
        ...(parts === undefined ? {} : { contribution: parts[i]?.[size * top + rank] as number }),
      })),
    );
    return aligned(rows, texts.query, lengths.query);
  });
  if (parts === undefined || score === undefined) return { windows };
  const ofTerms = parts.map(total);
  const withIdf = parts[0] !== undefined && parts[0].length > sizes.length * top;
  return {
    windows,
    contributions: spread(ofTerms, texts.query, lengths.query),
    rest: Number(valuesOf(score)[0]) - total(ofTerms),
    ...(withIdf
      ? {
          idf: spread(
            parts.map((row) => row.at(-1) as number),
            texts.query,
            lengths.query,
          ),
        }
      : {}),
  };
}

/** Feature times slope, for each query token that was read; undefined where the score has no such parts. */
function weighedFeatures(
  { features, slopes }: WindowInsight,
  valuesOf: ValuesOf,
  tokens: number,
): readonly (readonly number[])[] | undefined {
  if (slopes === undefined) return undefined;
  const [values, factors] = [valuesOf(features), valuesOf(slopes)];
  const products = values.map((value, i) => value * (factors[i] as number));
  return rowsOf(products, values.length / tokens);
}
