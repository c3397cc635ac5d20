/**
 * The elements of a JSON array, one after another: a file of any size is never
 * parsed as a whole. Objects without an array around them, over any number of
 * lines, are read alike.
 *
 * Only brackets and strings are looked at here, to find where an element ends;
 * whoever parses the element refuses what is wrong inside. What stands between
 * elements and should not is a bad record, to the end of its line.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { LONGEST_LINE, type ReadOptions } from "./lines.ts";
import { linesOf, Place, pardoned } from "./records.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export async function* jsonTexts<T>(
  files: Files,
  path: string,
  parse: (text: string, place: Place) => T,
  options: ReadOptions = {},
): AsyncGenerator<T> {
  const place = new Place(path);
  const elements = new Elements(place, options.longestLine ?? LONGEST_LINE);
  for await (const { first, lines } of linesOf(files, path, options)) {
    for (const [i, line] of lines.entries()) {
      place.line = first + i;
      const found: Element[] = [];
      pardoned(() => elements.take(line, found), options);
      for (const { text, line: began } of found) {
        place.line = began;
        const record = pardoned(() => parse(text, place), options);
        if (record !== undefined) yield record;
      }
    }
  }
  pardoned(() => elements.end(), options);
}

interface Element {
  readonly text: string;
  /** Where it begins. */
  readonly line: number;
}

class Elements {
  readonly #place: Place;
  readonly #longest: number;
  /** Whether there is an array around the elements: not yet known, none, open, closed. */
  #array: "unknown" | "none" | "open" | "closed" = "unknown";
  /** Whether a comma is due before the next element. */
  #needsComma = false;
  #depth = 0;
  #isString = false;
  /** The element so far, from earlier lines. */
  #begun: string[] = [];
  #length = 0;
  #line = 0;

  constructor(place: Place, longest: number) {
    this.#place = place;
    this.#longest = longest;
  }

  /** Adds the elements that end in this line to `found`. */
  take(line: string, found: Element[]): void {
    let from = 0; // where the element's part of this line starts
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (this.#depth === 0) {
        if (this.#open(line, at)) from = at;
      } else if (this.#isString) {
        if (code === BACKSLASH) at++;
        else if (code === QUOTE) this.#isString = false;
      } else if (code === QUOTE) this.#isString = true;
      else if (isOpening(code)) this.#depth++;
      else if (isClosing(code) && --this.#depth === 0) {
        found.push({
          text: [...this.#begun, line.slice(from, at + 1)].join("\n"),
          line: this.#line,
        });
        this.#begun = [];
        this.#length = 0;
        this.#needsComma = this.#array === "open";
      }
    }
    if (this.#depth > 0) {
      this.#begun.push(line.slice(from));
      this.#length += line.length - from + 1;
      this.#place.limit(this.#length, this.#longest, this.#line);
    }
  }

  /** `BAD_INPUT` when the file ends too early. */
  end(): void {
    if (this.#depth > 0) {
      throw this.#place.bad("the file ends inside an object that begins here", this.#line);
    }
    if (this.#array === "open") throw this.#place.bad("the array is never closed");
  }

  /** Takes a character between elements; true when it begins one. */
  #open(line: string, at: number): boolean {
    const character = line[at] as string;
    if (character.trim() === "") return false;
    const isBegin = character === "[" && this.#array === "unknown";
    const isEnd = character === "]" && this.#array === "open";
    const isComma = character === "," && this.#array === "open" && this.#needsComma;
    const isObject = character === "{" && this.#array !== "closed" && !this.#needsComma;
    const wanted = this.#needsComma ? "a comma or the end of the array" : "an object";
    this.#needsComma = false; // after a bad line the next one is read as if nothing was due
    if (isBegin) this.#array = "open";
    else if (isEnd) this.#array = "closed";
    else if (isObject) {
      if (this.#array === "unknown") this.#array = "none";
      this.#depth = 1;
      this.#line = this.#place.line;
    } else if (!isComma) {
      throw this.#place.bad(`${wanted} is expected, got ${quote(line.slice(at))}`);
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
