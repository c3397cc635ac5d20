/** The words after a command's name, checked against what the command declares. */

import { badArgument, quote } from "../../src/common/errors.ts";
import { findNearestName } from "../../src/common/find-nearest-name.ts";
import type { Command, Option } from "./command.ts";

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: "json", short: "j", summary: "print results as JSON, described in docs/cli.md" },
  { name: "quiet", short: "q", summary: "do not show progress" },
  { name: "no-color", summary: "print without bold text; NO_COLOR=1 does the same" },
  { name: "yes", short: "y", summary: "answer every question with yes" },
  { name: "offline", summary: "never fetch a package; TERMWISE_OFFLINE=1 does the same" },
  { name: "help", short: "h", summary: "show this help" },
];

type Values = Map<string, string | boolean>;

export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: ReadonlyMap<string, string | boolean>;

  constructor(positionals: readonly string[], values: ReadonlyMap<string, string | boolean>) {
    this.positionals = positionals;
    this.#values = values;
  }

  /** Whether a switch is on. */
  has(name: string): boolean {
    return this.#values.get(name) === true;
  }

  /** An option's value; undefined when it was not given and has no default. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === "string" ? value : undefined;
  }

  /** A whole number from `min` to `max`. */
  count(name: string, min = 1, max: number = Infinity): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    const isInteger = text.trim() !== "" && Number.isSafeInteger(value);
    if (isInteger && value >= min && value <= max) return value;
    const range = max === Infinity ? `≥ ${min}` : `from ${min} to ${max}`;
    throw badArgument(`--${name} must be a whole number ${range}, got ${quote(text)}`);
  }
}

/**
 * Parses the arguments after `command.name`. `--` ends the options. A value may
 * begin with one dash (`--top -1`), because it is checked later; with two it must
 * be attached (`--tag=--x`). Wrong use is BAD_ARGUMENT with the usage line.
 */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const options = [...command.options, ...COMMON_OPTIONS];
  const values: Values = new Map();
  const positionals: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === "--") {
      positionals.push(...argv.slice(i + 1));
      break;
    }
    const parsedOptions = word.startsWith("--")
      ? parseLongOption(command, options, word)
      : parseShortOptions(command, options, word);
    if (parsedOptions === undefined) {
      positionals.push(word);
      continue;
    }
    for (const { option, attached } of parsedOptions) {
      if (option.value === undefined) values.set(option.name, true);
      else
        values.set(option.name, attached ?? readOptionValue(command, option, options, argv[++i]));
    }
  }
  for (const option of options) {
    if (!values.has(option.name) && option.default !== undefined) {
      values.set(option.name, option.default);
    }
    checkChoice(command, option, values.get(option.name));
  }
  return new Arguments(positionals, values);
}

interface ParsedOption {
  readonly option: Option;
  readonly attached?: string;
}

/** `--name` or `--name=value`. */
function parseLongOption(
  command: Command,
  options: readonly Option[],
  word: string,
): ParsedOption[] {
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const option = options.find((each) => each.name === name || each.alias === name);
  if (option === undefined) throw createUnknownOptionError(command, options, `--${name}`);
  if (equals < 0) return [{ option }];
  if (option.value === undefined) throw createUsageError(command, `--${name} takes no value`);
  return [{ option, attached: word.slice(equals + 1) }];
}

/** `-q`, `-qj`, `-n`, `-n5`, `-n=5`; undefined for a word that is an argument. */
function parseShortOptions(
  command: Command,
  options: readonly Option[],
  word: string,
): ParsedOption[] | undefined {
  if (!/^-[A-Za-z]/.test(word)) return undefined;
  const matches = [...word.slice(1)].map((letter) => options.find(({ short }) => short === letter));
  const [first] = matches;
  if (first?.value !== undefined) {
    const rest = word.slice(2);
    if (rest === "") return [{ option: first }];
    if (/^[=\d]/.test(rest)) return [{ option: first, attached: rest.replace(/^=/, "") }];
  } else if (matches.every((option) => option !== undefined && option.value === undefined)) {
    return matches.map((option) => ({ option: option as Option }));
  }
  if (command.takesText) return undefined;
  throw createUnknownOptionError(command, options, word);
}

function readOptionValue(
  command: Command,
  { name, value }: Option,
  options: readonly Option[],
  next: string | undefined,
): string {
  const isShort = options.some(({ short }) => short !== undefined && next === `-${short}`);
  if (next !== undefined && !next.startsWith("--") && !isShort) return next;
  const received = next === undefined ? "" : `, got the option ${quote(next)}`;
  throw createUsageError(command, `--${name} needs a value, ${value}${received}`);
}

function createUnknownOptionError(
  command: Command,
  options: readonly Option[],
  word: string,
): Error {
  const name = word.replace(/^-+/, "");
  const suggestion = findNearestName(
    name,
    options.flatMap(({ name: optionName, alias }) =>
      alias === undefined ? [optionName] : [optionName, alias],
    ),
  );
  const hint = suggestion === undefined ? "" : `; did you mean "--${suggestion}"?`;
  return createUsageError(command, `unknown option ${quote(word)}${hint}`);
}

/** BAD_ARGUMENT on one line: what is wrong, then how the command is used. */
export function createUsageError(command: Command, problem: string): Error {
  return badArgument(`${problem} (usage: termwise ${command.usage})`);
}

function checkChoice(command: Command, option: Option, value: string | boolean | undefined): void {
  if (option.choices === undefined || value === undefined) return;
  if (option.choices.includes(String(value))) return;
  const choices = option.choices.join(", ");
  throw createUsageError(
    command,
    `--${option.name} must be one of ${choices}; got ${quote(String(value))}`,
  );
}
