/** The words after a command's name, checked against what the command declares. */

import { badArgument, quote } from "../../src/common/errors.ts";
import { nearestName } from "../../src/common/nearest-name.ts";
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

  /** A whole number from `least` to `most`. */
  count(name: string, least = 1, most: number = Infinity): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    const isWhole = text.trim() !== "" && Number.isSafeInteger(value);
    if (isWhole && value >= least && value <= most) return value;
    const range = most === Infinity ? `≥ ${least}` : `from ${least} to ${most}`;
    throw badArgument(`--${name} must be a whole number ${range}, got ${quote(text)}`);
  }
}

/**
 * Parses what was typed after `command.name`. `--` ends the options. A value
 * may begin with one dash (`--top -1`), for it is checked later; with two it
 * must be attached (`--tag=--x`). Wrong use is BAD_ARGUMENT with the usage line.
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
    const typed = word.startsWith("--")
      ? longOption(command, options, word)
      : shortOptions(command, options, word);
    if (typed === undefined) {
      positionals.push(word);
      continue;
    }
    for (const { option, attached } of typed) {
      if (option.value === undefined) values.set(option.name, true);
      else values.set(option.name, attached ?? valueAfter(command, option, options, argv[++i]));
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

interface TypedOption {
  readonly option: Option;
  readonly attached?: string;
}

/** `--name` or `--name=value`. */
function longOption(command: Command, options: readonly Option[], word: string): TypedOption[] {
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const option = options.find((each) => each.name === name || each.alias === name);
  if (option === undefined) throw unknownOption(command, options, `--${name}`);
  if (equals < 0) return [{ option }];
  if (option.value === undefined) throw wrongUse(command, `--${name} takes no value`);
  return [{ option, attached: word.slice(equals + 1) }];
}

/** `-q`, `-qj`, `-n`, `-n5`, `-n=5`; undefined for a word that is an argument. */
function shortOptions(
  command: Command,
  options: readonly Option[],
  word: string,
): TypedOption[] | undefined {
  if (!/^-[A-Za-z]/.test(word)) return undefined;
  const found = [...word.slice(1)].map((letter) => options.find(({ short }) => short === letter));
  const [first] = found;
  if (first?.value !== undefined) {
    const rest = word.slice(2);
    if (rest === "") return [{ option: first }];
    if (/^[=\d]/.test(rest)) return [{ option: first, attached: rest.replace(/^=/, "") }];
  } else if (found.every((option) => option !== undefined && option.value === undefined)) {
    return found.map((option) => ({ option: option as Option }));
  }
  if (command.takesText) return undefined;
  throw unknownOption(command, options, word);
}

function valueAfter(
  command: Command,
  { name, value }: Option,
  options: readonly Option[],
  next: string | undefined,
): string {
  const isShort = options.some(({ short }) => short !== undefined && next === `-${short}`);
  if (next !== undefined && !next.startsWith("--") && !isShort) return next;
  const got = next === undefined ? "" : `, got the option ${quote(next)}`;
  throw wrongUse(command, `--${name} needs a value, ${value}${got}`);
}

function unknownOption(command: Command, options: readonly Option[], typed: string): Error {
  const name = typed.replace(/^-+/, "");
  const near = nearestName(
    name,
    options.flatMap(({ name: known, alias }) => (alias === undefined ? [known] : [known, alias])),
  );
  const hint = near === undefined ? "" : `; did you mean "--${near}"?`;
  return wrongUse(command, `unknown option ${quote(typed)}${hint}`);
}

/** BAD_ARGUMENT on one line: what is wrong, then how the command is used. */
export function wrongUse(command: Command, problem: string): Error {
  return badArgument(`${problem} (usage: termwise ${command.usage})`);
}

function checkChoice(command: Command, option: Option, value: string | boolean | undefined): void {
  if (option.choices === undefined || value === undefined) return;
  if (option.choices.includes(String(value))) return;
  const choices = option.choices.join(", ");
  throw wrongUse(
    command,
    `--${option.name} must be one of ${choices}; got ${quote(String(value))}`,
  );
}
