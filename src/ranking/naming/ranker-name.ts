/**
 * The ranker grammar: `bm25`, `bm25(k1=0.6,b=0.8)`, `rm3(bm25,docs=10)`.
 *
 * A name, then in parentheses the base of a layered ranker and options as key=value,
 * in any order. Names are case-insensitive. The canonical form leaves defaults out,
 * prints options in the order of the declaration, and parses back to the same
 * ranker.
 */

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
  readonly base?: RankerSetting;
}

/** Longer names are rejected before they are parsed. */
const MAX_LENGTH = 1000;

/** Parses the name of a ranker. A bad name is a `BAD_ARGUMENT` that lists the valid names. */
export function parseRanker(text: string): RankerSetting {
  const shape =
    text.length > MAX_LENGTH ? null : /^([^\s(),=]*)\s*(?:\((.*)\))?$/s.exec(text.trim());
  if (shape === null) {
    throw badArgument(`a ranker is written name or name(option=value,…), got ${quote(text)}`);
  }
  const [, name = "", inside = ""] = shape;
  const declaration = RANKERS.find((each) => each.name === name.toLowerCase());
  if (declaration === undefined) throw createRankerError(name);
  const options = new Map<string, string>();
  let base: RankerSetting | undefined;
  for (const part of splitArguments(inside)) {
    const [, key, value] = /^([^=()]*)=(.*)$/s.exec(part) ?? [];
    const positional = key === undefined ? findPositionalOption(declaration, part) : undefined;
    if (key !== undefined && value !== undefined)
      addOption(options, key.trim(), value.trim(), text);
    else if (positional !== undefined) addOption(options, positional.name, part, text);
    else if (declaration.kind !== "layered") throw createArgumentError(declaration, part);
    else if (base !== undefined) throw badArgument(`${name} takes one base, got ${quote(text)}`);
    else base = parseBase(declaration, part);
  }
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
  if (declaration.kind !== "layered") {
    return { name: formatCanonicalName(declaration, values), declaration, values };
  }
  const base = requestedBase ?? parseRanker(declaration.base);
  return { name: formatCanonicalName(declaration, values, base), declaration, values, base };
}

/**
 * Creates the ranker of a name or a setting. `tables` holds the tables that it
 * names, as in `bm25(salience=file.tsv)`; `salienceNames` lists them.
 */
export function ranker(
  setting: string | RankerSetting,
  { tables = new Map() }: { tables?: SalienceTables } = {},
): Ranker {
  const { declaration, values, base } =
    typeof setting === "string" ? parseRanker(setting) : setting;
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
  { name, options }: RankerDeclaration,
  values: OptionValues,
  base?: RankerSetting,
): string {
  const parts = base === undefined ? [] : [base.name];
  for (const option of options) {
    const value = values[option.name] as number | string;
    if (option.kind === "choice" && option.isPositional) parts.push(String(value));
    else if (value !== option.default) parts.push(`${option.name}=${writeOption(value)}`);
  }
  return parts.length === 0 ? name : `${name}(${parts.join(",")})`;
}

function parseBase(declaration: RankerDeclaration, text: string): RankerSetting {
  const name = text.split("(")[0]?.trim().toLowerCase() ?? "";
  const baseDeclaration = RANKERS.find((each) => each.name === name);
  // Checked before the base is parsed, so that nesting stays at one level.
  if (baseDeclaration !== undefined && baseDeclaration.kind !== "bag")
    throw createBaseError(declaration, name);
  return parseRanker(text);
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

function createBaseError(declaration: RankerDeclaration, name: string): TermwiseError {
  const bases = RANKERS.filter((each) => each.kind === "bag").map((each) => each.name);
  return badArgument(
    `${declaration.name} builds on one of ${bases.join(", ")}, got ${quote(name)}`,
  );
}
