/**
 * Grids of ranker settings for tuning, as people write them:
 * `k1=0.1..2:0.1,b=0..1:0.1,idf=lucene|plain`.
 *
 * Each axis is a range with a step, a list of values, or both. The grid of a
 * ranker is every combination, the last axis fastest.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import { readOption } from "./option-value.ts";
import { parseRanker, type RankerSetting, rankerSetting } from "./ranker-name.ts";

/** An option and the values to try. */
export interface GridAxis {
  readonly name: string;
  readonly values: readonly string[];
}

/** Maximum number of settings of a grid. */
export const MAX_SETTINGS = 10_000;

/** Parses a grid. Throws `BAD_ARGUMENT` for bad syntax, `LIMIT_EXCEEDED` for a grid that is too large. */
export function parseGrid(text: string): GridAxis[] {
  const axes = text.split(",").map((part) => parseAxis(part.trim(), text));
  const names = new Set(axes.map(({ name }) => name));
  if (names.size < axes.length) throw badArgument(`the grid ${quote(text)} gives an option twice`);
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (size > MAX_SETTINGS) throw createSizeError(text);
  return axes;
}

/** Every setting of the grid around a ranker: `bm25(idf=plain)` keeps its idf. */
export function gridSettings(ranker: string, grid: string): RankerSetting[] {
  const { declaration, values, base } = parseRanker(ranker);
  let settings: Record<string, number | string>[] = [{ ...values }];
  for (const axis of parseGrid(grid)) {
    const option = declaration.options.find(({ name }) => name === axis.name);
    if (option === undefined) {
      const optionNames = declaration.options.map(({ name }) => name).join(", ");
      throw badArgument(
        `${declaration.name} has no option ${quote(axis.name)}; its options are ${optionNames}`,
      );
    }
    const axisValues = axis.values.map((value) => readOption(declaration.name, option, value));
    settings = settings.flatMap((each) =>
      axisValues.map((value) => ({ ...each, [axis.name]: value })),
    );
  }
  return settings.map((each) => rankerSetting(declaration, each, base));
}

function parseAxis(part: string, text: string): GridAxis {
  const [, name = "", list = ""] = /^([^=]+)=(.+)$/s.exec(part) ?? [];
  if (name === "") {
    throw badArgument(
      `a grid is written option=from..to:step or option=value|value, got ${quote(part)} in ${quote(text)}`,
    );
  }
  const values = list.split("|").flatMap((piece) => parsePiece(piece.trim(), text));
  return { name: name.trim(), values: [...new Set(values)] };
}

function parsePiece(piece: string, text: string): string[] {
  const range = /^([^.]*(?:\.\d+)?)\.\.([^:]+):(.+)$/s.exec(piece);
  if (range === null) return [piece];
  const [from, to, step] = range.slice(1).map(Number) as [number, number, number];
  if (!(Number.isFinite(from) && Number.isFinite(to) && step > 0 && from <= to)) {
    throw badArgument(
      `a range is written from..to:step with from ≤ to and step above 0, got ${quote(piece)}`,
    );
  }
  // The tolerance lets steps of 0.1 reach 0.3 in spite of rounding.
  const steps = Math.floor((to - from) / step + 1e-9);
  if (steps >= MAX_SETTINGS) throw createSizeError(text);
  // Twelve digits turn 0.30000000000000004 back into 0.3.
  return Array.from({ length: steps + 1 }, (_, i) =>
    String(Number((from + i * step).toPrecision(12))),
  );
}

function createSizeError(text: string): TermwiseError {
  return new TermwiseError(
    "LIMIT_EXCEEDED",
    `the grid ${quote(text)} has more than ${MAX_SETTINGS} settings`,
  );
}
