/**
 * Terms of a dictionary within one or two edits of a word (Levenshtein:
 * insert, delete or replace one UTF-16 unit).
 *
 * The sorted dictionary is walked once, some terms at a time. Neighbours share
 * prefixes, so only the rows of the edit table beyond the shared prefix are
 * worked out anew; once a prefix is too far away, every term that starts with it
 * is passed over, and where these go on for long, they are not even read.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

export interface FuzzyTerm {
  readonly term: string;
  readonly edits: number;
}

/** Terms read at a time: a few more than a search for the place to start costs. */
const AT_ONCE = 64;

/** All terms at most `maxEdits` from `word`, in byte order. Incomplete once `limit` is over. */
export function fuzzyTerms(
  dictionary: Pick<IndexView, "termsFrom">,
  word: string,
  maxEdits: number,
  limit: TimeLimit,
): FuzzyTerm[] {
  const width = word.length + 1;
  // rows[i] holds the edits from the first i units of the term to each prefix of the word.
  const rows: Uint32Array[] = [Uint32Array.from({ length: width }, (_, j) => j)];
  const found: FuzzyTerm[] = [];
  let previous = "";
  let ready = 0; // units of `previous` whose rows are worked out
  let tooFarAt = Infinity; // that many units of `previous` are already too far

  for (const term of walk()) {
    if (limit.count()) break;
    const shared = sharedPrefix(previous, term);
    previous = term;
    if (shared >= tooFarAt) continue;
    tooFarAt = Infinity;
    ready = Math.min(ready, shared);
    while (ready < term.length && tooFarAt === Infinity) {
      rows[ready + 1] ??= new Uint32Array(width);
      const nearest = nextRow(
        rows[ready] as Uint32Array,
        rows[ready + 1] as Uint32Array,
        term.charCodeAt(ready),
        word,
      );
      ready++;
      if (nearest > maxEdits) tooFarAt = ready;
    }
    if (tooFarAt !== Infinity) continue;
    const edits = (rows[term.length] as Uint32Array)[word.length] as number;
    if (edits <= maxEdits) found.push({ term, edits });
  }
  return found;

  function* walk(): Generator<string> {
    for (let start = ""; ; ) {
      const terms = dictionary.termsFrom(start, AT_ONCE);
      yield* terms;
      if (terms.length < AT_ONCE) return;
      const next = `${previous}\0`;
      start = tooFarAt === Infinity ? next : later(next, afterAll(previous.slice(0, tooFarAt)));
    }
  }
}

/** A text after all that start with `prefix`, save those that go on with the last character there is. */
function afterAll(prefix: string): string {
  // Half a character has no place in byte order.
  const endsWhole = !/[\ud800-\udbff]$/.test(prefix);
  return endsWhole ? `${prefix}\u{10ffff}` : prefix;
}

function later(a: string, b: string): string {
  return compareBytes(a, b) < 0 ? b : a;
}

/** Fills `row` for one more unit of the term and returns its smallest entry. */
function nextRow(above: Uint32Array, row: Uint32Array, unit: number, word: string): number {
  let left = (above[0] as number) + 1;
  let nearest = left;
  row[0] = left;
  for (let j = 1; j < row.length; j++) {
    const replaced = (above[j - 1] as number) + (unit === word.charCodeAt(j - 1) ? 0 : 1);
    left = Math.min(replaced, (above[j] as number) + 1, left + 1);
    row[j] = left;
    if (left < nearest) nearest = left;
  }
  return nearest;
}

function sharedPrefix(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}
