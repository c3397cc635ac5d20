/**
 * Parses names of measures: `nDCG@10`, `RR(rel=2)@10`, `nDCG(form=exp)@10`.
 *
 * A name, then parameters in parentheses, then the cutoff. Case does not matter. The names of
 * trec_eval work too (`map`, `ndcg_cut_10`, `P.5`). A parsed measure carries its canonical name,
 * which omits defaults and parses to the same measure.
 */

import { badArgument, quote, type TermwiseError } from "../common/errors.ts";
import { findNearestName } from "../common/find-nearest-name.ts";
import { GAIN_FORM_ALIASES, GAIN_FORMS, type GainForm } from "./gain.ts";
import type { Measure, ParameterName, Settings } from "./measure.ts";
import { MEASURES } from "./measure-list.ts";

/** A measure with its settings, ready to score. */
export interface MeasureSetting {
  /** The canonical name: "nDCG(form=exp)@10". */
  readonly name: string;
  readonly measure: Measure;
  readonly settings: Settings;
}

/** The settings of a measure that is named without any. */
export const DEFAULT_SETTINGS: Settings = { cutoff: Infinity, rel: 1, form: "linear" };

const MAX_INTEGER = 2 ** 31 - 1;
const MAX_NAME_LENGTH = 200;

const BY_NAME: ReadonlyMap<string, Measure> = new Map(
  MEASURES.flatMap((measure) =>
    [measure.name, ...measure.aliases].map((name) => [name.toLowerCase(), measure] as const),
  ),
);

/** Parses one measure. Fails with `BAD_ARGUMENT`, which lists the measures, for an unknown name. */
export function parseMeasure(text: string): MeasureSetting {
  const shape = /^([^()@]*)(?:\(([^()]*)\)\s*)?(?:@(.*))?$/.exec(
    text.length > MAX_NAME_LENGTH ? "" : text.trim(),
  );
  if (shape === null) {
    throw badArgument(`a measure is written name(parameter=value)@cutoff, got ${quote(text)}`);
  }
  const [, head = "", parameters, after] = shape;
  // trec_eval has the cutoff in the name: P_5, ndcg_cut.10.
  const [, name = "", inside] = /^(.*?)(?:[._]([0-9]+))?$/.exec(head.trim()) ?? [];
  const measure = BY_NAME.get(name.trim().toLowerCase());
  if (measure === undefined) throw createUnknownMeasureError(text, name);
  if (inside !== undefined && after !== undefined) {
    throw badArgument(`${quote(text)} gives two cutoffs, ${inside} and ${quote(after)}`);
  }
  const cutoffText = after ?? inside;
  const mustCut = measure.cutoff === "required" || /_cut$/i.test(name);
  if (cutoffText === undefined && mustCut) {
    throw badArgument(
      `${measure.name} needs a cutoff, such as ${measure.name}@10, got ${quote(text)}`,
    );
  }
  if (cutoffText !== undefined && measure.cutoff === "none") {
    throw badArgument(`${measure.name} takes no cutoff, got ${quote(text)}`);
  }
  const cutoff = cutoffText === undefined ? Infinity : parseInteger("a cutoff", cutoffText, text);
  return createMeasureSetting(measure, { ...readParameters(measure, parameters, text), cutoff });
}

/** Parses a list separated by commas or white space; those inside parentheses do not separate. */
export function parseMeasures(text: string): MeasureSetting[] {
  const names = text.split(/[\s,]+(?![^()]*\))/).filter((name) => name !== "");
  if (names.length === 0) throw badArgument(`at least one measure is needed, got ${quote(text)}`);
  return names.map(parseMeasure);
}

/** A measure with these settings; missing ones take their defaults. */
export function createMeasureSetting(
  measure: Measure,
  overrides: Partial<Settings> = {},
): MeasureSetting {
  const settings: Settings = { ...DEFAULT_SETTINGS, ...overrides };
  const parameterText = measure.parameters
    .filter((name) => settings[name] !== DEFAULT_SETTINGS[name])
    .map((name) => `${name}=${settings[name]}`);
  const parameters = parameterText.length === 0 ? "" : `(${parameterText.join(",")})`;
  const cutoff = settings.cutoff === Infinity ? "" : `@${settings.cutoff}`;
  return { name: `${measure.name}${parameters}${cutoff}`, measure, settings };
}

function readParameters(measure: Measure, list = "", text: string): Partial<Settings> {
  const settings: { rel?: number; form?: GainForm } = {};
  for (const item of list.split(",")) {
    if (item.trim() === "") continue;
    const [key = "", value = ""] = item.split("=").map((part) => part.trim());
    const name = measure.parameters.find((parameter) => parameter === key.toLowerCase());
    if (name === undefined) throw createUnknownParameterError(measure, key, text);
    if (settings[name] !== undefined) {
      throw badArgument(`${quote(text)} gives the parameter ${name} twice`);
    }
    if (name === "rel") settings.rel = parseInteger("rel", value, text);
    else settings.form = parseGainForm(value, text);
  }
  return settings;
}

function parseInteger(label: string, digits: string, text: string): number {
  const value = Number(digits);
  if (!/^[0-9]+$/.test(digits.trim()) || value < 1 || value > MAX_INTEGER) {
    throw badArgument(
      `${label} must be a whole number ≥ 1, got ${quote(digits)} in ${quote(text)}`,
    );
  }
  return value;
}

function parseGainForm(value: string, text: string): GainForm {
  const name = value.toLowerCase();
  const form = GAIN_FORMS.find((candidate) => candidate === name) ?? GAIN_FORM_ALIASES.get(name);
  if (form !== undefined) return form;
  throw badArgument(
    `form must be one of ${GAIN_FORMS.join(", ")}, got ${quote(value)} in ${quote(text)}`,
  );
}

function createUnknownParameterError(measure: Measure, key: string, text: string): TermwiseError {
  const parameters: readonly ParameterName[] = measure.parameters;
  const rule =
    parameters.length === 0 ? "no parameters" : `the parameters ${parameters.join(", ")}`;
  return badArgument(`${measure.name} takes ${rule}, got ${quote(key)} in ${quote(text)}`);
}

function createUnknownMeasureError(text: string, name: string): TermwiseError {
  const nearest = findNearestName(name.slice(0, 40), [...BY_NAME.keys()]);
  const suggestion = nearest === undefined ? "" : ` (did you mean ${BY_NAME.get(nearest)?.name}?)`;
  const measureNames = MEASURES.map((measure) => measure.name).join(", ");
  return badArgument(
    `unknown measure ${quote(text)}${suggestion}; the measures are ${measureNames}`,
  );
}
