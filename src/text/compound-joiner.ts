/**
 * Compounds: words joined by a hyphen or a period, such as wi-fi, node.js and XJ-900.
 *
 * Their parts are words of their own. The compound without its joiners follows the last part as an
 * additional token, so that wifi, nodejs and xj900 match. Compounds of digits alone, such as dates,
 * and of more than four parts are not added.
 */

import { DIGIT, kindAt, LETTER } from "./character-kind.ts";
import type { Tokens } from "./tokens.ts";

const MAX_PARTS = 4;
/** In UTF-16 units. */
const MAX_COMPOUND_LENGTH = 40;

const PERIOD = 0x2e;
const HYPHENS: ReadonlySet<number> = new Set([0x2d, 0x2010, 0x2011]);

/** Receives the words of a text and adds the compounds of joined ones. */
export class CompoundJoiner {
  #parts: string[] = [];
  #start = 0;
  #hasSingleTokens = true;

  /** Adds the next word, which is one token unless `isSingleToken` is false. */
  add(text: string, start: number, end: number, into: Tokens, isSingleToken: boolean): void {
    if (this.#parts.length === 0) this.#start = start;
    this.#parts.push(text.slice(start, end));
    this.#hasSingleTokens &&= isSingleToken;
    if (isJoiner(text.charCodeAt(end)) && kindAt(text, end + 1) >= LETTER) return;
    const parts = this.#parts;
    const isCompound = this.#hasSingleTokens && parts.length > 1 && parts.length <= MAX_PARTS;
    this.#parts = [];
    this.#hasSingleTokens = true;
    if (!isCompound || end - this.#start > MAX_COMPOUND_LENGTH) return;
    if (parts.every((part) => kindAt(part, 0) === DIGIT && kindAt(part, part.length - 1) === DIGIT))
      return;
    into.pushSynthetic(parts.join(""), this.#start, end);
  }
}

function isJoiner(unit: number): boolean {
  return unit === PERIOD || HYPHENS.has(unit);
}
