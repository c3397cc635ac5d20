/** Types a command line as a person would, in this process, and catches what it prints. */

import type { Files } from "../../src/storage/files.ts";
import type { Command } from "./command.ts";
import { type Console, runTermwise } from "./termwise.ts";

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly note: string;
}

/** A typist on the given files and commands, on a terminal with colours if asked. */
export function typist(
  files: Files,
  commands: readonly Command[],
  { hasColor = false, ...others }: Partial<Console> = {},
): (...argv: string[]) => Promise<Printed> {
  return async (...argv) => {
    const written = { out: "", note: "" };
    const code = await runTermwise(
      argv,
      {
        out: (text) => {
          written.out += `${text}\n`;
        },
        note: (text) => {
          written.note += `${text}\n`;
        },
        files,
        progress: () => {},
        hasColor,
        findPackage: async (name) => name,
        ...others,
      },
      commands.map((command) => ({ name: command.name, load: async () => command })),
    );
    return { code, ...written };
  };
}
