/** The program: finds the command, shows help, reports errors, returns the exit code. */

import { badArgument, type ErrorCode, quote, TermwiseError } from "../../src/common/errors.ts";
import { findNearestName } from "../../src/common/find-nearest-name.ts";
import { readDescriptorLimit } from "../../src/common/node-load-modules.ts";
import { silent } from "../../src/common/progress.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { type Command, type CommandContext, type CommandEntry, loadCommands } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { formatCommandHelp, formatOverview } from "./help.ts";
import { withReadProgress } from "./read-progress.ts";
import { escapeControl, renderStyled } from "./terminal-text.ts";
import { VERSION } from "./version.ts";

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
  TEST_FAILED: 1,
  IO: 1,
};

/** The environment of the program: plain text as output, and packages that need consent. */
export interface Console extends Omit<CommandContext, "out" | "findPackage"> {
  out(text: string): void;
  findPackage(name: string, consent: Consent): Promise<string>;
}

/** Consent to fetching packages, from `--yes` and `--offline`. */
export interface Consent {
  readonly yes: boolean;
  readonly offline: boolean;
}

export async function runTermwise(
  argv: readonly string[],
  console: Console,
  entries: readonly CommandEntry[] = COMMANDS,
): Promise<number> {
  const note = (text: string): void => console.note(escapeControl(text));
  try {
    const [name = "help", ...rest] = argv;
    if (["--version", "-v", "-V", "version"].includes(name)) {
      console.out(VERSION);
    } else if (["help", "--help", "-h"].includes(name)) {
      const [topic] = rest;
      if (topic === undefined) console.out(formatOverview(await loadCommands(entries), VERSION));
      else console.out(formatCommandHelp(await findCommand(topic, entries)));
    } else {
      const command = await findCommand(name, entries);
      if (entries.some(({ formerName }) => formerName === name)) {
        note(
          `"termwise ${name}" is now "termwise ${command.name}"; the next version drops the former`,
        );
      }
      if (isHelpRequested(rest)) console.out(formatCommandHelp(command));
      else await runCommand(command, parseArguments(command, rest), { ...console, note });
    }
    return 0;
  } catch (error) {
    return reportError(error, note);
  }
}

async function runCommand(command: Command, args: Arguments, console: Console): Promise<void> {
  const progress = args.has("quiet") ? silent : console.progress;
  const hasColor = console.hasColor && !args.has("no-color");
  const consent = { yes: args.has("yes"), offline: args.has("offline") };
  await command.run(args, {
    ...console,
    hasColor,
    progress,
    out: (text) => console.out(renderStyled(text, hasColor)),
    files: withReadProgress(console.files, progress),
    findPackage: (name) => console.findPackage(name, consent),
  });
}

async function findCommand(name: string, entries: readonly CommandEntry[]): Promise<Command> {
  const entry = entries.find((each) => each.name === name || each.formerName === name);
  if (entry !== undefined) return entry.load();
  const suggestion = findNearestName(
    name,
    entries.map((each) => each.name),
  );
  const hint =
    suggestion === undefined ? "termwise --help lists them" : `did you mean "${suggestion}"?`;
  const kindName = name.startsWith("-") ? "option" : "command";
  throw badArgument(`unknown ${kindName} ${quote(name)}; ${hint}`);
}

function isHelpRequested(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const options = end < 0 ? words : words.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}

/** One line for errors of ours; the whole stack for anything else, which is a bug. */
function reportError(error: unknown, note: (text: string) => void): number {
  if (error instanceof TermwiseError) {
    note(`termwise: ${error.message}`);
    return EXIT_CODES[error.code];
  }
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "EMFILE" || code === "ENFILE") {
    const limit = readDescriptorLimit();
    const limitText = Number.isFinite(limit) ? ` (ulimit -n is ${limit})` : "";
    note(`termwise: too many open files${limitText}; raise the limit of open files`);
    return 1;
  }
  note(`termwise: this is a bug, please report it\n${(error as Error)?.stack ?? error}`);
  return 1;
}
