/**
 * Streams the elements of a JSON array, so that a file of any size is never parsed as a whole.
 * Objects without an array around them, over any number of lines, are read in the same way.
 *
 * Only brackets and strings are scanned here, to find the end of an element; the parser of the
 * element rejects errors inside. Invalid text between elements is a bad record, to the end of its
 * line.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { MAX_LINE_BYTES, type ReadOptions } from "./lines.ts";
import { catchBadInput, FilePosition, readLineBatches } from "./records.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export async function* streamJsonElements<T>(
  files: Files,
  path: string,
  parse: (text: string, position: FilePosition) => T,
  options: ReadOptions = {},
): AsyncGenerator<T> {
  const position = new FilePosition(path);
  const scanner = new ElementScanner(position, options.longestLine ?? MAX_LINE_BYTES);
  for await (const { first, lines } of readLineBatches(files, path, options)) {
    for (const [i, line] of lines.entries()) {
      position.line = first + i;
      const completed: JsonElement[] = [];
      catchBadInput(() => scanner.scanLine(line, completed), options);
      for (const { text, line: began } of completed) {
        position.line = began;
        const record = catchBadInput(() => parse(text, position), options);
        if (record !== undefined) yield record;
      }
    }
  }
  catchBadInput(() => scanner.end(), options);
}

interface JsonElement {
  readonly text: string;
  /** The line on which it begins. */
  readonly line: number;
}

class ElementScanner {
  readonly #position: FilePosition;
  readonly #maxLength: number;
  /** Whether there is an array around the elements: unknown yet, none, open, closed. */
  #array: "unknown" | "none" | "open" | "closed" = "unknown";
  /** Whether a comma is required before the next element. */
  #needsComma = false;
  #depth = 0;
  #isString = false;
  /** The element so far, from earlier lines. */
  #partialLines: string[] = [];
  #length = 0;
  #line = 0;

  constructor(position: FilePosition, longest: number) {
    this.#position = position;
    this.#maxLength = longest;
  }

  /** Adds the elements that end in this line to `completed`. */
  scanLine(line: string, completed: JsonElement[]): void {
    let from = 0; // the start of the element in this line
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (this.#depth === 0) {
        if (this.#startElement(line, at)) from = at;
      } else if (this.#isString) {
        if (code === BACKSLASH) at++;
        else if (code === QUOTE) this.#isString = false;
      } else if (code === QUOTE) this.#isString = true;
      else if (isOpening(code)) this.#depth++;
      else if (isClosing(code) && --this.#depth === 0) {
        completed.push({
          text: [...this.#partialLines, line.slice(from, at + 1)].join("\n"),
          line: this.#line,
        });
        this.#partialLines = [];
        this.#length = 0;
        this.#needsComma = this.#array === "open";
      }
    }
    if (this.#depth > 0) {
      this.#partialLines.push(line.slice(from));
      this.#length += line.length - from + 1;
      this.#position.checkLength(this.#length, this.#maxLength, this.#line);
    }
  }

  /** Fails with `BAD_INPUT` if the file ends too early. */
  end(): void {
    if (this.#depth > 0) {
      throw this.#position.error("the file ends inside an object that begins here", this.#line);
    }
    if (this.#array === "open") throw this.#position.error("the array is never closed");
  }

  /** Handles a character between elements; true if it begins one. */
  #startElement(line: string, at: number): boolean {
    const character = line[at] as string;
    if (character.trim() === "") return false;
    const isBegin = character === "[" && this.#array === "unknown";
    const isEnd = character === "]" && this.#array === "open";
    const isComma = character === "," && this.#array === "open" && this.#needsComma;
    const isObject = character === "{" && this.#array !== "closed" && !this.#needsComma;
    const expected = this.#needsComma ? "a comma or the end of the array" : "an object";
    this.#needsComma = false; // after a bad line the next one is read as if no comma were required
    if (isBegin) this.#array = "open";
    else if (isEnd) this.#array = "closed";
    else if (isObject) {
      if (this.#array === "unknown") this.#array = "none";
      this.#depth = 1;
      this.#line = this.#position.line;
    } else if (!isComma) {
      throw this.#position.error(`${expected} is expected, got ${quote(line.slice(at))}`);
    }
    return isObject;
  }
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
