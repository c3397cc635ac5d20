/**
 * Streams records between an opening and a closing tag, such as `<DOC>` and `</DOC>`. Tags may be
 * in either case and share lines; records do not nest. Only white space and lines that start with
 * `<` may occur between records.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { MAX_LINE_BYTES, type ReadOptions } from "./lines.ts";
import { catchBadInput, FilePosition, isBlank, readLineBatches } from "./records.ts";

/** The content between the tags, and the opening tag with its line. */
export interface SgmlRecord {
  readonly addLine: number;
  readonly content: string;
  /** The opening tag, with its attributes. */
  readonly tag: string;
}

export async function* streamSgmlRecords(
  files: Files,
  path: string,
  tag: string,
  options: ReadOptions = {},
): AsyncGenerator<SgmlRecord> {
  const splitter = new RecordSplitter(path, tag, options);
  for await (const { first, lines } of readLineBatches(files, path, options)) {
    for (let i = 0; i < lines.length; i++) {
      const completed = splitter.addLine(lines[i] as string, first + i);
      // No `yield*`: it would await every line, also those that end no record.
      for (let j = 0; j < completed.length; j++) yield completed[j] as SgmlRecord;
    }
  }
  splitter.end();
}

const NO_RECORDS: readonly SgmlRecord[] = [];

class RecordSplitter {
  readonly #position: FilePosition;
  readonly #tag: string;
  readonly #options: ReadOptions;
  /** Line of the opening tag; 0 outside of a record. */
  #start = 0;
  #openingTag = "";
  #parts: string[] = [];
  #length = 0;

  constructor(file: string, tag: string, options: ReadOptions) {
    this.#position = new FilePosition(file);
    this.#tag = tag;
    this.#options = options;
  }

  /** The records that end on this line: nearly always none or one. */
  addLine(line: string, number: number): readonly SgmlRecord[] {
    this.#position.line = number;
    let completed: SgmlRecord[] | undefined;
    const lastEnd = line.lastIndexOf(">");
    let done = 0;
    for (let at = line.indexOf("<"); at >= 0 && at < lastEnd; at = line.indexOf("<", at + 1)) {
      const isClose = line[at + 1] === "/";
      const end = this.#findTagEnd(line, at + (isClose ? 2 : 1));
      if (end < 0) continue;
      this.#addText(line.slice(done, at));
      const tag = line.slice(at, end);
      done = end;
      at = end - 1;
      if (isClose) {
        if (this.#start === 0) this.#report(`</${this.#tag}> without <${this.#tag}> before it`);
        else {
          completed ??= [];
          completed.push({
            ...{ addLine: this.#start, tag: this.#openingTag },
            content: this.#parts.join("\n"),
          });
        }
        this.#start = 0;
      } else {
        if (this.#start > 0) {
          this.#report(
            `<${this.#tag}> inside the one of line ${this.#start}, which has no </${this.#tag}>`,
          );
        }
        this.#start = number;
        this.#openingTag = tag;
      }
      this.#parts = [];
      this.#length = 0;
    }
    this.#addText(done === 0 ? line : line.slice(done));
    return completed ?? NO_RECORDS;
  }

  end(): void {
    if (this.#start > 0) this.#report(`this <${this.#tag}> has no </${this.#tag}>`, this.#start);
  }

  #addText(text: string): void {
    if (this.#start === 0) {
      if (isBlank(text) || text.trimStart().startsWith("<")) return;
      this.#report(`expected <${this.#tag}>, got ${quote(text.trim())}`);
      return;
    }
    this.#length += text.length;
    const { longestLine = MAX_LINE_BYTES } = this.#options;
    this.#position.checkLength(this.#length, longestLine, this.#start);
    this.#parts.push(text);
  }

  /** Offset after this tag whose name starts at `from`; -1 for another tag. */
  #findTagEnd(line: string, from: number): number {
    const after = from + this.#tag.length;
    if (line.slice(from, after).toLowerCase() !== this.#tag) return -1;
    if (line[after] === ">") return after + 1;
    if (line[after] !== " ") return -1;
    const end = line.indexOf(">", after);
    return end < 0 ? -1 : end + 1;
  }

  #report(rule: string, line?: number): void {
    catchBadInput(() => {
      throw this.#position.error(rule, line);
    }, this.#options);
  }
}
