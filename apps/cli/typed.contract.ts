/** Types a command line as a person would, in this process, and catches what it prints. */

import type { Files } from "../../src/storage/files.ts";
import type { Command } from "./command.ts";
import { runTermwise } from "./termwise.ts";

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly note: string;
}

/** A typist on the given files and commands. */
export function typist(
  files: Files,
  commands: readonly Command[],
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
        isTerminal: false,
        findPackage: async (name) => name,
      },
      commands,
    );
    return { code, ...written };
  };
}
