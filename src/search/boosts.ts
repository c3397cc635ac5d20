/** Checks boosts (src/api/boost.ts) and computes the value of their functions. */

import type { Boost, BoostMode } from "../api/boost.ts";
import type { Filter } from "../api/filter.ts";
import { checkOptions } from "../common/check-options.ts";
import { defined } from "../common/defined.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";
import { findNearestName } from "../common/find-nearest-name.ts";
import { parseDate } from "../index/schema/index.ts";
import { type FieldColumn, resolveColumn, type SchemaSource } from "./field-columns.ts";
import { parseLength } from "./geo-functions.ts";
import { toIdText } from "./search-document.ts";

/** A checked boost: plain data. Dates and times are in ms. */
export type ParsedBoost = {
  readonly isFactor: boolean;
  readonly weight: number;
  readonly label?: string;
} & ({ readonly filter: Filter | string } | { readonly ids: readonly string[] } | FieldFunction);

/** A function of the numbers of a column. */
export interface FieldFunction {
  readonly column: FieldColumn;
  readonly function: FunctionName;
  readonly pivot: number;
  readonly origin: number;
  readonly scale: number;
  readonly offset: number;
}

/** The options of each function, besides those that all have. */
const FUNCTIONS = {
  log: [],
  linear: [],
  saturation: ["pivot"],
  linearDecay: ["origin", "scale", "offset"],
  exponentialDecay: ["origin", "scale", "offset"],
  gaussianDecay: ["origin", "scale", "offset"],
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

const MODES: readonly BoostMode[] = ["multiply", "add"];

/** Maximum number of boosts of a search, and of ids of one. */
export const MAX_BOOSTS: number = 64;
export const MAX_IDS: number = 1000;

/** Options that every boost has. */
const SHARED = ["weight", "mode", "label"];

const MINUTE = 60_000;

const UNITS: Readonly<Record<string, number>> = {
  ...{ s: 1000, m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE, w: 7 * 24 * 60 * MINUTE },
};

/** Checks boosts against the fields of an index. `now` is the origin of decays of dates. */
export function parseBoosts(
  snapshot: SchemaSource,
  boosts: Boost | readonly Boost[],
  now: number,
): ParsedBoost[] {
  const list: readonly unknown[] = Array.isArray(boosts) ? boosts : [boosts];
  if (list.length > MAX_BOOSTS) {
    throw badArgument(`boost takes at most ${MAX_BOOSTS} boosts, got ${list.length}`);
  }
  return list.map((each, i) => parseBoost(snapshot, each, `boost[${i}]`, now));
}

/** The options of a boost, before they are checked. */
type RawBoost = Readonly<Record<string, unknown>>;

function parseBoost(snapshot: SchemaSource, boost: unknown, at: string, now: number): ParsedBoost {
  if (typeof boost !== "object" || boost === null || Array.isArray(boost)) {
    throw badArgument(`${at} must be an object, got ${describeValue(boost)}`);
  }
  const raw = boost as RawBoost;
  const { mode = "multiply", weight = 1, filter } = raw;
  if (!MODES.includes(mode as BoostMode)) {
    throw badArgument(`${at}.mode must be "multiply" or "add", got ${describeValue(mode)}`);
  }
  const isFactor = mode === "multiply";
  const shared = { isFactor, ...defined({ label: parseLabel(raw.label, at) }) };
  if (filter !== undefined) {
    checkOptions(at, raw, ["filter", ...SHARED]);
    return {
      ...shared,
      weight: parseWeight(weight, at, isFactor),
      filter: filter as Filter | string,
    };
  }
  if (raw.ids !== undefined) {
    checkOptions(at, raw, ["ids", ...SHARED]);
    return { ...shared, weight: parseWeight(weight, at, isFactor), ids: parseIds(raw.ids, at) };
  }
  if (raw.field === undefined && raw.function === undefined) {
    throw badArgument(
      `${at} must have a field and a function, or a filter, or ids; weights of text fields are in the option fields: ["title^3", "body"]`,
    );
  }
  const name = parseFunctionName(raw.function, at);
  checkOptions(at, raw, ["field", "function", ...SHARED, ...FUNCTIONS[name]]);
  const isAtMostOne = name !== "log" && name !== "linear";
  const parsedWeight = parseWeight(weight, at, isFactor && isAtMostOne);
  return { ...shared, weight: parsedWeight, ...parseFunction(snapshot, raw, name, at, now) };
}

function parseLabel(label: unknown, at: string): string | undefined {
  if (label === undefined || typeof label === "string") return label;
  throw badArgument(`${at}.label must be a text, got ${describeValue(label)}`);
}

function parseIds(ids: unknown, at: string): string[] {
  if (Array.isArray(ids) && ids.length <= MAX_IDS) return ids.map(toIdText);
  throw badArgument(
    `${at}.ids must be an array of at most ${MAX_IDS} ids, got ${describeValue(ids)}`,
  );
}

function parseWeight(weight: unknown, at: string, isLowering: boolean): number {
  const min = isLowering ? -1 : 0;
  if (Number.isFinite(weight) && (weight as number) >= min) return weight as number;
  const hint = isLowering ? "" : '; lower scores by a decay or a filter with mode "multiply"';
  throw badArgument(
    `${at}.weight must be a finite number ≥ ${min}, got ${describeValue(weight)}${hint}`,
  );
}

function parseFunctionName(name: unknown, at: string): FunctionName {
  if (FUNCTION_NAMES.includes(name as FunctionName)) return name as FunctionName;
  const suggestion = typeof name === "string" ? findNearestName(name, FUNCTION_NAMES) : undefined;
  const hint = suggestion === undefined ? "" : `; did you mean ${quote(suggestion)}?`;
  throw badArgument(
    `${at}.function must be ${FUNCTION_NAMES.join(", ")}, got ${describeValue(name)}${hint}`,
  );
}

function parseFunction(
  snapshot: SchemaSource,
  raw: RawBoost,
  name: FunctionName,
  at: string,
  now: number,
): FieldFunction {
  const { field } = raw;
  if (typeof field !== "string") {
    throw badArgument(`${at}.field must be a field, got ${describeValue(field)}`);
  }
  const column = resolveColumn(snapshot, field, "boost");
  const isNumeric = column.type === undefined || column.type === "number";
  if (!isNumeric && !(isDecay(name) && column.type === "date")) {
    const types = isDecay(name) ? "a number or a date" : "a number";
    throw badArgument(`${at}: field ${quote(field)} is a ${column.type}; ${name} needs ${types}`);
  }
  const fieldFunction = { column, function: name, pivot: 0, origin: 0, scale: 0, offset: 0 };
  if (name === "saturation") {
    return { ...fieldFunction, pivot: parsePositive(raw.pivot, `${at}.pivot`) };
  }
  if (!isDecay(name)) return fieldFunction;
  const hasTimes = column.type !== "number";
  const isDistance = column.geo !== undefined;
  const parse = isDistance ? parseLength : (value: unknown) => parseTime(value, hasTimes);
  const origin = raw.origin ?? (isDistance ? 0 : undefined);
  return {
    ...fieldFunction,
    origin: parseOrigin(origin, `${at}.origin`, hasTimes ? now : undefined),
    scale: parsePositive(parse(raw.scale), `${at}.scale`, raw.scale),
    offset: parseOffset(parse(raw.offset ?? 0), `${at}.offset`, raw.offset),
  };
}

function parsePositive(value: unknown, at: string, input: unknown = value): number {
  if (Number.isFinite(value) && (value as number) > 0) return value as number;
  throw badArgument(`${at} must be a number above 0, got ${describeValue(input)}`);
}

function parseOffset(value: unknown, at: string, input: unknown): number {
  if (Number.isFinite(value) && (value as number) >= 0) return value as number;
  throw badArgument(`${at} must be a number ≥ 0, got ${describeValue(input)}`);
}

/** The current minute by default, so that equal searches within it share their boosts. */
function parseOrigin(input: unknown, at: string, now: number | undefined): number {
  if (input === undefined && now !== undefined) return now - (now % MINUTE);
  const value = input instanceof Date ? input.getTime() : input;
  const origin = typeof value === "string" && now !== undefined ? parseDate(value) : value;
  if (Number.isFinite(origin)) return origin as number;
  const type = now === undefined ? "a number" : "a number or a date";
  throw badArgument(`${at} must be ${type}, got ${describeValue(input)}`);
}

/** A time such as `30d` in ms; anything else as it is. */
function parseTime(value: unknown, hasTimes: boolean): unknown {
  const [, count = "", unit = ""] =
    typeof value === "string" && hasTimes ? (/^(\d+(?:\.\d+)?)([smhdw])$/.exec(value) ?? []) : [];
  return unit === "" ? value : Number(count) * (UNITS[unit] as number);
}

/** Whether a function is one of a distance, and so also one of dates. */
export function isDecay(name: FunctionName): boolean {
  return name.endsWith("Decay");
}

/** The value of a function, never below 0. */
export function computeBoost(
  { function: name, pivot, origin, scale, offset }: FieldFunction,
  x: number,
): number {
  switch (name) {
    case "log":
      return Math.log1p(Math.max(0, x));
    case "linear":
      return Math.max(0, x);
    case "saturation":
      return x <= 0 ? 0 : x / (x + pivot);
  }
  const distance = Math.max(0, Math.abs(x - origin) - offset) / scale;
  if (name === "linearDecay") return Math.max(0, 1 - distance / 2);
  return 2 ** -(name === "exponentialDecay" ? distance : distance * distance);
}

/** The formula of a boost, for explanations. */
export function formatBoost(boost: ParsedBoost): {
  readonly label: string;
  readonly formula: string;
} {
  const before = boost.isFactor ? "score · weight" : "weight";
  if ("filter" in boost) {
    const formula = `${before}, where ${JSON.stringify(boost.filter)}`;
    return { label: boost.label ?? "filter", formula };
  }
  if ("ids" in boost) return { label: boost.label ?? "ids", formula: before };
  const { column, function: name, pivot, origin, scale, offset } = boost;
  const x = column.name;
  const from = column.type === "date" ? new Date(origin).toISOString() : String(origin);
  const distance = `max(0, |${x} - ${from}| - ${offset}) / ${scale}`;
  const formulas: Readonly<Record<FunctionName, string>> = {
    log: `ln(1 + ${x})`,
    linear: x,
    saturation: `${x} / (${x} + ${pivot})`,
    linearDecay: `max(0, 1 - d / 2), d = ${distance}`,
    exponentialDecay: `2^-d, d = ${distance}`,
    gaussianDecay: `2^-d², d = ${distance}`,
  };
  return { label: boost.label ?? `${name}(${x})`, formula: `${before} · ${formulas[name]}` };
}
