/**
 * Records between an opening and a closing tag, such as `<DOC>` and `</DOC>`,
 * many in a file. Tags may be in either case and share lines; records do not
 * nest. Between records only white space and lines that start with `<` may
 * stand.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { LONGEST_LINE, type ReadOptions } from "./lines.ts";
import { isBlank, linesOf, Place, pardoned } from "./records.ts";

/** What stands between the tags, and the line of the opening one. */
export interface SgmlRecord {
  readonly line: number;
  readonly content: string;
}

export async function* sgmlRecords(
  files: Files,
  path: string,
  tag: string,
  options: ReadOptions = {},
): AsyncGenerator<SgmlRecord> {
  const cutter = new RecordCutter(path, tag, options);
  for await (const { first, lines } of linesOf(files, path, options)) {
    for (let i = 0; i < lines.length; i++) {
      const ended = cutter.line(lines[i] as string, first + i);
      // No `yield*`: it would wait for every line, also for those that end no record.
      for (let j = 0; j < ended.length; j++) yield ended[j] as SgmlRecord;
    }
  }
  cutter.end();
}

const NONE: readonly SgmlRecord[] = [];

class RecordCutter {
  readonly #place: Place;
  readonly #tag: string;
  readonly #options: ReadOptions;
  /** Line of the opening tag; 0 outside of a record. */
  #start = 0;
  #parts: string[] = [];
  #length = 0;

  constructor(file: string, tag: string, options: ReadOptions) {
    this.#place = new Place(file);
    this.#tag = tag;
    this.#options = options;
  }

  /** The records that end on this line: nearly always none or one. */
  line(line: string, number: number): readonly SgmlRecord[] {
    this.#place.line = number;
    let ended: SgmlRecord[] | undefined;
    const lastEnd = line.lastIndexOf(">");
    let done = 0;
    for (let at = line.indexOf("<"); at >= 0 && at < lastEnd; at = line.indexOf("<", at + 1)) {
      const isClose = line[at + 1] === "/";
      const end = this.#tagEnd(line, at + (isClose ? 2 : 1));
      if (end < 0) continue;
      this.#take(line.slice(done, at));
      done = end;
      at = end - 1;
      if (isClose) {
        if (this.#start === 0) this.#report(`</${this.#tag}> without <${this.#tag}> before it`);
        else {
          ended ??= [];
          ended.push({ line: this.#start, content: this.#parts.join("\n") });
        }
        this.#start = 0;
      } else {
        if (this.#start > 0) {
          this.#report(
            `<${this.#tag}> inside the one of line ${this.#start}, which has no </${this.#tag}>`,
          );
        }
        this.#start = number;
      }
      this.#parts = [];
      this.#length = 0;
    }
    this.#take(done === 0 ? line : line.slice(done));
    return ended ?? NONE;
  }

  end(): void {
    if (this.#start > 0) this.#report(`this <${this.#tag}> has no </${this.#tag}>`, this.#start);
  }

  #take(text: string): void {
    if (this.#start === 0) {
      if (isBlank(text) || text.trimStart().startsWith("<")) return;
      this.#report(`expected <${this.#tag}>, got ${quote(text.trim())}`);
      return;
    }
    this.#length += text.length;
    const { longestLine = LONGEST_LINE } = this.#options;
    this.#place.limit(this.#length, longestLine, this.#start);
    this.#parts.push(text);
  }

  /** Position after our tag whose name starts at `from`; -1 when it is another tag. */
  #tagEnd(line: string, from: number): number {
    const after = from + this.#tag.length;
    if (line.slice(from, after).toLowerCase() !== this.#tag) return -1;
    if (line[after] === ">") return after + 1;
    if (line[after] !== " ") return -1;
    const end = line.indexOf(">", after);
    return end < 0 ? -1 : end + 1;
  }

  #report(rule: string, line?: number): void {
    pardoned(() => {
      throw this.#place.bad(rule, line);
    }, this.#options);
  }
}
