/** The words after a command's name, checked against what the command declares. */

import { parseArgs } from "node:util";
import { badArgument, quote } from "../../src/common/errors.ts";
import type { Command, Option } from "./command.ts";

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: "json", summary: "print results as JSON, described in docs/cli.md" },
  { name: "quiet", summary: "show no progress" },
  { name: "help", summary: "show this help" },
];

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

  /** A whole number from `least` up. */
  count(name: string, least = 1): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(value) || value < least) {
      throw badArgument(`--${name} must be a whole number ≥ ${least}, got ${quote(text)}`);
    }
    return value;
  }
}

/** Parses what was typed after `command.name`. Wrong use is BAD_ARGUMENT with the usage line. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const options = [...command.options, ...COMMON_OPTIONS];
  const known = new Map(options.map((option) => [option.name, option]));
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(({ name, value }) => [name, { type: value ? "string" : "boolean" }]),
      ),
    });
  } catch (error) {
    throw wrongUse(command, firstSentence(error));
  }
  const values = new Map<string, string | boolean>();
  for (const { name, default: fallback } of options) {
    const value = parsed.values[name] ?? fallback;
    if (typeof value === "string" || typeof value === "boolean") values.set(name, value);
  }
  for (const [name, value] of values) checkChoice(command, known.get(name) as Option, value);
  return new Arguments(parsed.positionals, values);
}

/** BAD_ARGUMENT on one line: what is wrong, then how the command is used. */
export function wrongUse(command: Command, problem: string): Error {
  return badArgument(`${problem} (usage: termwise ${command.usage})`);
}

function checkChoice(command: Command, option: Option, value: string | boolean): void {
  if (option.choices === undefined || option.choices.includes(String(value))) return;
  const choices = option.choices.join(", ");
  throw wrongUse(
    command,
    `--${option.name} must be one of ${choices}; got ${quote(String(value))}`,
  );
}

/** Node's own message, without the advice that follows it. */
function firstSentence(error: unknown): string {
  return (error as Error).message.split(/\. |\n/)[0] as string;
}
