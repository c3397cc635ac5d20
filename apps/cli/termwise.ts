/** From what was typed to an exit code: finds the command, shows help, reports errors. */

import { type ErrorCode, TermwiseError } from "../../src/common/errors.ts";
import { silent } from "../../src/common/progress.ts";
import { parseArguments } from "./arguments.ts";
import type { Command, Shell } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";
import { VERSION } from "./version.ts";
import { watchedFiles } from "./watched-files.ts";

/** 0 done · 2 wrong use · 3 damaged or unreadable data · 1 anything else. */
const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  BAD_ARGUMENT: 2,
  BAD_QUERY: 2,
  NOT_FOUND: 2,
  BAD_INPUT: 3,
  CORRUPT_INDEX: 3,
  INDEX_TOO_NEW: 3,
  INDEX_TOO_OLD: 3,
  LIMIT_EXCEEDED: 3,
  LOCKED: 1,
  OVERLOADED: 1,
  CANCELLED: 1,
  UNAVAILABLE: 1,
  IO: 1,
};

export async function runTermwise(
  argv: readonly string[],
  shell: Shell,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "--version") return shown(shell, VERSION);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const topic = commands.find((command) => command.name === rest[0]);
    return shown(shell, topic ? commandHelp(topic) : overview(commands, VERSION));
  }
  try {
    const command = commands.find((candidate) => candidate.name === name);
    if (command === undefined) throw unknownCommand(name, commands);
    if (rest.includes("--help")) return shown(shell, commandHelp(command));
    const args = parseArguments(command, rest);
    const progress = args.has("quiet") ? silent : shell.progress;
    await command.run(args, { ...shell, progress, files: watchedFiles(shell.files, progress) });
    return 0;
  } catch (error) {
    return failed(error, shell);
  }
}

function shown(shell: Shell, text: string): number {
  shell.out(text);
  return 0;
}

/** One line for errors of ours; the whole stack for anything else, which is a bug. */
function failed(error: unknown, shell: Shell): number {
  if (error instanceof TermwiseError) {
    shell.note(`termwise: ${error.message}`);
    return EXIT_CODES[error.code];
  }
  shell.note(`termwise: this is a bug, please report it\n${(error as Error)?.stack ?? error}`);
  return 1;
}

function unknownCommand(name: string, commands: readonly Command[]): TermwiseError {
  const known = commands.map((command) => command.name).join(", ");
  return new TermwiseError("BAD_ARGUMENT", `there is no command ${name}; there are ${known}`);
}
