/** Types a command line as a person would, in this process, and catches what it prints. */

import type { Files } from "../../src/storage/files.ts";
import type { Command } from "./command.ts";
import { type Console, runTermwise } from "./termwise.ts";

export interface CommandOutput {
  readonly code: number;
  readonly out: string;
  readonly note: string;
}

/** Runs command lines on the given files and commands, with colours if requested. */
export function createCommandRunner(
  files: Files,
  commands: readonly Command[],
  { hasColor = false, ...others }: Partial<Console> = {},
): (...argv: string[]) => Promise<CommandOutput> {
  return async (...argv) => {
    const output = { out: "", note: "" };
    const code = await runTermwise(
      argv,
      {
        out: (text) => {
          output.out += `${text}\n`;
        },
        note: (text) => {
          output.note += `${text}\n`;
        },
        files,
        progress: () => {},
        hasColor,
        findPackage: async (name) => name,
        ...others,
      },
      commands.map((command) => ({ name: command.name, load: async () => command })),
    );
    return { code, ...output };
  };
}
