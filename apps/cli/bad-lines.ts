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
  #count = 0;
  #first = "";

  constructor(args: Arguments) {
    const onBad = (error: TermwiseError): void => {
      if (this.#count++ === 0) this.#first = error.message;
    };
    this.options = args.has(SKIP_BAD.name) ? { onBad } : {};
  }

  report(shell: Shell): void {
    if (this.#count === 0) return;
    const what = this.#count === 1 ? "1 bad line" : `${this.#count} bad lines`;
    shell.note(`skipped ${what}; the first is ${this.#first}`);
  }
}
