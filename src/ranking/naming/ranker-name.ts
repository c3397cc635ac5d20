/**
 * The grammar of ranker names: `bm25`, `bm25(k1=0.6,b=0.8)`, `rm3(bm25,docs=10)`,
 * `hybrid(bm25,dense,alpha=0.5)`.
 *
 * A name, then in parentheses the base of a layered ranker, or the lexical
 * ranker of a fusion and `dense`, and options as key=value, in any order. Case
 * does not matter in the name. The canonical form leaves defaults out, prints
 * options in the order of the declaration, and parses back to the same ranker.
 */

import { refusePart } from "../../common/bundle-parts.ts";
import { defined } from "../../common/defined.ts";
import { badArgument, quote, type TermwiseError } from "../../common/errors.ts";
import type { Ranker } from "../ranker.ts";
import {
  type ChoiceOption,
  OptionReader,
  type OptionValues,
  type RankerDeclaration,
  type SalienceTables,
} from "./declaration.ts";
import { formatHint, readOption, writeOption } from "./option-value.ts";
import { RANKERS } from "./rankers.ts";

/** A ranker with all its options, as data. */
export interface RankerSetting {
  /** The canonical name. */
  readonly name: string;
  readonly declaration: RankerDeclaration;
  readonly values: OptionValues;
  /** The base of a layered ranker; the lexical ranker of a fusion, absent for that of the index. */
  readonly base?: RankerSetting;
}

/** Rankers that a bundle can leave out (rankers.ts). */
const OPTIONAL_NAMES = new Set([
  ...["rm3", "fi", "sdm", "fdm", "proximity"],
  ...["tdv-bm25", "tdv-lm", "tdv-tfidf"],
]);

/** Longer names are rejected before they are parsed. */
const MAX_LENGTH = 1000;

/** Parses the name of a ranker. A bad name is a `BAD_ARGUMENT` that lists what exists. */
export function parseRanker(text: string): RankerSetting {
  const shape =
    text.length > MAX_LENGTH ? null : /^([^\s(),=]*)\s*(?:\((.*)\))?$/s.exec(text.trim());
  if (shape === null) {
    throw badArgument(`a ranker is written name or name(option=value,…), got ${quote(text)}`);
  }
  const [, name = "", argumentList = ""] = shape;
  const declaration = RANKERS.find((each) => each.name === name.toLowerCase());
  if (declaration === undefined) {
    if (globalThis.TERMWISE_LEXICAL && OPTIONAL_NAMES.has(name.toLowerCase()))
      refusePart("TERMWISE_LEXICAL", `the ranker ${name.toLowerCase()}`);
    throw createRankerError(name);
  }
  const options = new Map<string, string>();
  const rankers: string[] = [];
  for (const part of splitArguments(argumentList)) {
    const [, key, value] = /^([^=()]*)=(.*)$/s.exec(part) ?? [];
    const positional = key === undefined ? findPositionalOption(declaration, part) : undefined;
    if (key !== undefined && value !== undefined)
      addOption(options, key.trim(), value.trim(), text);
    else if (positional !== undefined) addOption(options, positional.name, part, text);
    else if (declaration.kind === "bag" || declaration.kind === "plain")
      throw createArgumentError(declaration, part);
    else rankers.push(part);
  }
  const base = parseBase(declaration, rankers, text);
  return rankerSetting(declaration, readValues(declaration, options), base);
}

/** A setting with these values; missing options take their defaults. */
export function rankerSetting(
  declaration: RankerDeclaration,
  overrides: OptionValues,
  requestedBase?: RankerSetting,
): RankerSetting {
  const defaults = Object.fromEntries(declaration.options.map((each) => [each.name, each.default]));
  const values: OptionValues = { ...defaults, ...overrides };
  const base =
    declaration.kind === "layered"
      ? (requestedBase ?? parseRanker(declaration.base))
      : requestedBase;
  const name = formatCanonicalName(declaration, values, base);
  return { name, declaration, values, ...defined({ base }) };
}

/**
 * Builds the ranker of a name or a setting. `tables` holds the tables that it
 * names, as in `bm25(salience=file.tsv)`; `salienceNames` lists them.
 * `BAD_ARGUMENT` for a ranker that needs a query vector.
 */
export function ranker(
  setting: string | RankerSetting,
  { tables = new Map() }: { tables?: SalienceTables } = {},
): Ranker {
  const { declaration, values, base } =
    typeof setting === "string" ? parseRanker(setting) : setting;
  if (declaration.kind === "dense") throw createVectorError(declaration);
  const reader = new OptionReader(values, tables);
  if (declaration.kind !== "layered") return declaration.build(reader);
  const below = (base ?? parseRanker(declaration.base)) as RankerSetting;
  if (below.declaration.kind !== "bag") throw createBaseError(declaration, below.declaration.name);
  return declaration.build(reader, below.declaration.build(new OptionReader(below.values, tables)));
}

/** The names of the tables that a ranker and its base need. */
export function salienceNames({ declaration, values, base }: RankerSetting): readonly string[] {
  const own = declaration.options
    .filter(({ kind }) => kind === "table")
    .map(({ name }) => String(values[name]))
    .filter((name) => name !== "");
  return [...new Set([...own, ...(base === undefined ? [] : salienceNames(base))])];
}

function formatCanonicalName(
  { name, options, kind }: RankerDeclaration,
  values: OptionValues,
  base?: RankerSetting,
): string {
  const parts = base === undefined ? [] : [base.name, ...(kind === "dense" ? ["dense"] : [])];
  for (const option of options) {
    const value = values[option.name] as number | string;
    if (option.kind === "choice" && option.isPositional) parts.push(String(value));
    else if (value !== option.default) parts.push(`${option.name}=${writeOption(value)}`);
  }
  return parts.length === 0 ? name : `${name}(${parts.join(",")})`;
}

/** Parses the rankers in parentheses: one base, or a lexical ranker and perhaps `dense`. */
function parseBase(
  declaration: RankerDeclaration,
  rankers: readonly string[],
  text: string,
): RankerSetting | undefined {
  const isDense = declaration.kind === "dense";
  if (isDense && !declaration.isFused && rankers.length > 0) {
    throw createArgumentError(declaration, rankers[0] as string);
  }
  const hasDense = isDense && rankers.length > 1 && rankers.at(-1)?.toLowerCase() === "dense";
  const [base, ...others] = hasDense ? rankers.slice(0, -1) : rankers;
  if (base === undefined) return undefined;
  const name = base.split("(")[0]?.trim().toLowerCase() ?? "";
  const kind = RANKERS.find((each) => each.name === name)?.kind;
  // Checked before the base is parsed, so that nesting is bounded.
  if (isDense) {
    if (kind !== "dense" && others.length === 0) return parseRanker(base);
    throw badArgument(
      `${declaration.name} takes a lexical ranker and then dense, as in ${declaration.name}(bm25,dense), got ${quote(text)}`,
    );
  }
  if (others.length > 0) {
    throw badArgument(`${declaration.name} takes one base, got ${quote(text)}`);
  }
  if (kind !== undefined && kind !== "bag") throw createBaseError(declaration, name);
  return parseRanker(base);
}

/** The values of the preset, if one is named, overridden by the written options. */
function readValues(
  declaration: RankerDeclaration,
  options: ReadonlyMap<string, string>,
): OptionValues {
  const values: Record<string, number | string> = { ...readPreset(declaration, options) };
  for (const [key, value] of options) {
    if (key === "preset") continue;
    const option = declaration.options.find((each) => each.name === key);
    if (option === undefined) throw createOptionError(declaration, key);
    values[key] = readOption(declaration.name, option, value);
  }
  return values;
}

function readPreset(
  declaration: RankerDeclaration,
  options: ReadonlyMap<string, string>,
): OptionValues {
  const preset = options.get("preset");
  if (preset === undefined) return {};
  const { name, presets } = declaration;
  if (presets === undefined) throw createOptionError(declaration, "preset");
  const values = Object.hasOwn(presets, preset) ? presets[preset] : undefined;
  if (values !== undefined) return values;
  const names = Object.keys(presets);
  throw badArgument(
    `${name} preset must be one of ${names.join(", ")}, got ${quote(preset)}${formatHint(preset, names)}`,
  );
}

function findPositionalOption(
  declaration: RankerDeclaration,
  value: string,
): ChoiceOption | undefined {
  for (const option of declaration.options) {
    if (option.kind !== "choice" || !option.isPositional) continue;
    if (Object.hasOwn(option.choices, value)) return option;
  }
  return undefined;
}

/** Splits at commas outside inner parentheses. An empty list has no parts. */
function splitArguments(list: string): string[] {
  if (list.trim() === "") return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= list.length; i++) {
    if (list[i] === "(") depth++;
    else if (list[i] === ")") depth--;
    else if (i === list.length || (list[i] === "," && depth === 0)) {
      parts.push(list.slice(start, i).trim());
      start = i + 1;
    }
  }
  return parts;
}

function addOption(options: Map<string, string>, key: string, value: string, text: string): void {
  if (options.has(key)) throw badArgument(`${quote(text)} gives the option ${quote(key)} twice`);
  options.set(key, value);
}

function createRankerError(name: string): TermwiseError {
  const names = RANKERS.map((each) => each.name);
  return badArgument(
    `unknown ranker ${quote(name)}${formatHint(name, names)}; the rankers are ${names.join(", ")}`,
  );
}

function createOptionError(declaration: RankerDeclaration, key: string): TermwiseError {
  const names = declaration.options.map((option) => option.name);
  if (declaration.presets !== undefined) names.push("preset");
  const list = names.length === 0 ? "it has none" : `its options are ${names.join(", ")}`;
  return badArgument(
    `${declaration.name} has no option ${quote(key)}${formatHint(key, names)}; ${list}`,
  );
}

function createArgumentError(declaration: RankerDeclaration, part: string): TermwiseError {
  return badArgument(`options of ${declaration.name} are written option=value, got ${quote(part)}`);
}

function createVectorError({ name }: RankerDeclaration): TermwiseError {
  return badArgument(
    `${name} needs a query vector, which is not available here; use a lexical ranker such as bm25`,
  );
}

function createBaseError(declaration: RankerDeclaration, name: string): TermwiseError {
  const bases = RANKERS.filter((each) => each.kind === "bag").map((each) => each.name);
  return badArgument(
    `${declaration.name} builds on one of ${bases.join(", ")}, got ${quote(name)}`,
  );
}
