/** Flags of the command line from the options that src/api declares: how they are written, and how values are read. */

import { readFile } from "node:fs/promises";
import {
  type ApiOption,
  LIBRARY_OPERATIONS,
  type LibraryOperation,
  type LibraryOperationName,
  OPTION_TABLES,
  type OptionTableName,
  type OptionType,
} from "../../src/api/index.ts";
import { SUMMARIES } from "../../src/api/summaries.generated.ts";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { splitList } from "../../src/common/split-list.ts";
import { type FacetOptions, parseBoostText, parseFilterText } from "../../src/search/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";

type Reader = (
  args: Arguments,
  flag: string,
  declaration: ApiOption,
  context: Pick<CommandContext, "files">,
) => unknown;

const LIST_HINT = "separated by commas";
const readSwitch: Reader = (args, flag) => args.has(flag) || undefined;
const readText: Reader = (args, flag) => args.text(flag);
const readInteger: Reader = (args, flag, { min, cli }) => args.count(flag, cli?.min ?? min);
const readList: Reader = (args, flag) => withText(args, flag, (text) => parseList(flag, text));

/** How a value of a type is written in help, and read; without a placeholder it is a switch. */
interface FlagType {
  readonly value?: string;
  readonly hint?: string;
  readonly read: Reader;
}

/** Types without an entry are not on the command line. Models, rankers and vectors are read as names. */
const FLAGS: Readonly<Partial<Record<OptionType, FlagType>>> = {
  flag: { read: readSwitch },
  count: { read: readSwitch },
  snippet: { read: readSwitch },
  highlight: { read: readSwitch },
  integer: { value: "<n>", read: readInteger },
  milliseconds: { value: "<ms>", read: readInteger },
  choice: { value: "<choice>", read: readText },
  tag: { value: "<tag>", read: readText },
  cursor: { value: "<cursor>", read: readText },
  field: { value: "<field>", read: readText },
  ranker: { value: "<name>", read: readText },
  rerank: { value: "<folder>", read: readText },
  rankerName: { value: "<name>", read: readText },
  measure: { value: "<name>", read: readText },
  text: { value: "<text>", read: readText },
  query: { value: "<text>", read: readText },
  vectors: { value: "<vectors>", read: readText },
  modelOptions: { value: "<list>", read: readText },
  rate: {
    value: "<x>",
    read: (args, flag) => withText(args, flag, (text) => parseRate(flag, text)),
  },
  share: {
    value: "<share>",
    read: (args, flag) => withText(args, flag, (text) => parseShare(flag, text)),
  },
  vector: { value: "<numbers>", read: readList },
  names: { value: "<list>", hint: LIST_HINT, read: readList },
  properties: { value: "<list>", hint: LIST_HINT, read: readList },
  words: { value: "<list>", hint: LIST_HINT, read: readList },
  fields: { value: "<list>", hint: LIST_HINT, read: readList },
  sort: { value: "<list>", hint: LIST_HINT, read: readList },
  facets: {
    value: "<list>",
    hint: LIST_HINT,
    read: (args, flag) => withText(args, flag, (text) => parseFacets(flag, text)),
  },
  filter: {
    value: "<conditions>",
    read: (args, flag) => withText(args, flag, parseFilterText),
  },
  boosts: {
    value: "<boosts>",
    hint: "separated by semicolons",
    read: (args, flag) => withText(args, flag, parseBoostText),
  },
  rules: {
    value: "<file>",
    read: (args, flag) => withText(args, flag, (file) => readJsonFile(flag, file)),
  },
  synonyms: {
    value: "<file>",
    read: (args, flag) => withText(args, flag, (file) => readTextFile(flag, file)),
  },
  weights: {
    value: "<file>",
    read: (args, flag, _, { files }) =>
      withText(args, flag, async (file) => {
        const { readWeightTable } = await import("../../src/discrimination/index.ts");
        return readWeightTable(files, file);
      }),
  },
};

/** The flags of an operation, in the order of its options. */
export function createFlags(operation: LibraryOperationName): Option[] {
  return listFlags(operation).map(({ option, flag, table, declaration }) => {
    const { cli = {}, choices, default: fallback } = declaration;
    const { value, hint } = findFlagType(declaration.type);
    const isSwitch = value === undefined || choices?.includes(true) === true;
    const summary = [firstSentence(SUMMARIES[table]?.[option] ?? ""), hint, cli.hint];
    return {
      name: flag,
      summary: summary.filter((each) => each !== undefined).join("; "),
      ...defined({ short: cli.short, alias: cli.alias }),
      ...(isSwitch
        ? {}
        : { value: cli.value ?? value, ...defined({ choices: choices?.map(String) }) }),
      ...(fallback === undefined ? {} : { default: String(fallback) }),
    };
  });
}

/** The options on the command line, as the library takes them; models, rankers and vectors by name. */
export async function readFlags(
  operation: LibraryOperationName,
  args: Arguments,
  context: Pick<CommandContext, "files">,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { option, flag, declaration } of listFlags(operation)) {
    const isSwitch = declaration.choices?.includes(true) === true;
    const read = isSwitch ? readSwitch : findFlagType(declaration.type).read;
    const value = await read(args, flag, declaration, context);
    if (value !== undefined) values[option] = value;
  }
  return values;
}

/** An option that the command line has. */
interface DeclaredFlag {
  readonly option: string;
  readonly flag: string;
  readonly table: OptionTableName;
  readonly declaration: ApiOption;
}

function listFlags(operation: LibraryOperationName): DeclaredFlag[] {
  const { options, except }: LibraryOperation = LIBRARY_OPERATIONS[operation];
  return options.flatMap((table) =>
    Object.entries(OPTION_TABLES[table])
      .filter(([option, { not }]) => (not?.cli ?? except?.cli?.[option]) === undefined)
      .map(([option, declaration]) => {
        const flag = declaration.cli?.flag ?? toKebabCase(option);
        return { option, flag, table, declaration };
      }),
  );
}

function findFlagType(type: OptionType): FlagType {
  const flagType = FLAGS[type];
  if (flagType === undefined) throw new Error(`the command line has no option of type ${type}`);
  return flagType;
}

function toKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** As help has it: without a full stop and backquotes, the first letter small. */
function firstSentence(text: string): string {
  const [sentence = ""] = text.split(/\.(?:\s|$)/);
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replaceAll("`", "");
}

function withText<T>(args: Arguments, flag: string, read: (text: string) => T): T | undefined {
  const text = args.text(flag);
  return text === undefined ? undefined : read(text);
}

function parseList(flag: string, text: string): string[] {
  const names = splitList(text);
  if (names.includes("")) throw badArgument(`--${flag} has an empty name, got ${quote(text)}`);
  return names;
}

function parseRate(flag: string, text: string): number {
  const rate = Number(text);
  if (text.trim() !== "" && rate >= 0 && Number.isFinite(rate)) return rate;
  throw badArgument(`--${flag} must be a number ≥ 0, got ${quote(text)}`);
}

function parseShare(flag: string, text: string): "auto" | number {
  if (text === "auto") return text;
  const share = Number(text);
  if (text.trim() !== "" && share > 0 && share <= 1) return share;
  throw badArgument(`--${flag} must be auto, or above 0 and at most 1, got ${quote(text)}`);
}

/** `category,price:0..10:10..20`. */
function parseFacets(flag: string, text: string): Record<string, FacetOptions> {
  return Object.fromEntries(
    parseList(flag, text).map((facet): [string, FacetOptions] => {
      const [name = "", ...ranges] = facet.split(":");
      if (ranges.length === 0) return [name, {}];
      return [name, { ranges: ranges.map((range) => parseRange(flag, range)) }];
    }),
  );
}

function parseRange(flag: string, text: string): [number | string | null, number | string | null] {
  const ends = text.split("..");
  if (ends.length !== 2) {
    throw badArgument(
      `a range of --${flag} is written as 10..20, 10.. or ..20, got ${quote(text)}`,
    );
  }
  const [from, to] = ends.map((end) => {
    if (end === "") return null;
    return Number.isFinite(Number(end)) ? Number(end) : end;
  });
  return [from ?? null, to ?? null];
}

/** The content of a file that a flag names. */
async function readTextFile(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badArgument(
      `the ${flag} in ${quote(file)} cannot be read: ${reason}; --${flag} takes the path of a file`,
    );
  }
}

/** The content of a JSON file. */
export async function readJsonFile(flag: string, file: string): Promise<unknown> {
  const text = await readTextFile(flag, file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw badArgument(`${quote(file)} is not JSON: ${(error as Error).message}`);
  }
}
