/** `--skip-bad`: leaves bad lines out, counts them and says so at the end. */

import type { TermwiseError } from "../../src/common/errors.ts";
import type { Arguments } from "./arguments.ts";
import type { Option, Shell } from "./command.ts";

export const SKIP_BAD: Option = {
  name: "skip-bad",
  summary: "leave out lines that break the format, and say how many",
};

export class BadLines {
  /** For readers: absent without `--skip-bad`, so that the first bad line ends the reading. */
  readonly options: { onBad?: (error: TermwiseError) => void };
  /** By place, because a file that is read twice reports its bad lines twice. */
  readonly #messages = new Set<string>();

  constructor(args: Arguments) {
    const onBad = (error: TermwiseError): void => void this.#messages.add(error.message);
    this.options = args.has(SKIP_BAD.name) ? { onBad } : {};
  }

  report(shell: Shell): void {
    const [first] = this.#messages;
    if (first === undefined) return;
    const count = this.#messages.size;
    shell.note(
      `skipped ${count === 1 ? "1 bad line" : `${count} bad lines`}; the first is ${first}`,
    );
  }
}
