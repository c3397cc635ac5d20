/** `--skip-bad`: skips bad lines and reports their number at the end. */

import type { TermwiseError } from "../../src/common/errors.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";

export const SKIP_BAD: Option = {
  name: "skip-bad",
  summary: "skip malformed lines and report their number",
};

/** Lines of a page of bits. */
const PAGE_LINES = 1 << 16;

export class BadLines {
  /** For readers: absent without `--skip-bad`, so that the first bad line ends the reading. */
  readonly options: { onBad?: (error: TermwiseError) => void };
  /**
   * By file, then by line, a bit each: a file that is read twice reports its
   * bad lines twice, and a file may have nothing but bad lines.
   */
  readonly #seen = new Map<string, Map<number, Uint8Array>>();
  #first: string | undefined;
  #count = 0;

  constructor(args: Arguments) {
    this.options = args.has(SKIP_BAD.name) ? { onBad: (error) => this.#add(error) } : {};
  }

  report(context: CommandContext): void {
    if (this.#first === undefined) return;
    const count = this.#count === 1 ? "1 bad line" : `${this.#count} bad lines`;
    context.note(`skipped ${count}; the first is ${this.#first}`);
  }

  #add(error: TermwiseError): void {
    const { file = "", line = 0 } = error.details;
    if (!this.#isNew(String(file), Number(line))) return;
    this.#first ??= error.message;
    this.#count++;
  }

  #isNew(file: string, line: number): boolean {
    const pages = this.#seen.get(file) ?? new Map<number, Uint8Array>();
    this.#seen.set(file, pages);
    const number = Math.floor(line / PAGE_LINES);
    const page = pages.get(number) ?? new Uint8Array(PAGE_LINES / 8);
    pages.set(number, page);
    const [at, bit] = [(line % PAGE_LINES) >> 3, 1 << (line & 7)];
    const before = page[at] as number;
    page[at] = before | bit;
    return (before & bit) === 0;
  }
}
