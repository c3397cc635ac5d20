/** The terms of several segments in one byte order. */

import { compareByteStrings, decodeText } from "../../common/bytes/index.ts";
import type { DictionaryCursor } from "../files/dictionary.ts";

/**
 * The terms of several dictionaries, merged in byte order without duplicates, from the current
 * terms of the cursors on, as long as they begin with `prefix`. Moves the cursors.
 */
export function* iterateMergedTerms(
  cursors: readonly DictionaryCursor[],
  prefix: Uint8Array,
): Generator<string> {
  let open = cursors;
  for (;;) {
    open = open.filter((cursor) => cursor.isWithin(prefix));
    const [first, ...others] = open;
    if (first === undefined) return;
    let smallest = first.term();
    for (const cursor of others) {
      const term = cursor.term();
      if (compareByteStrings(term, smallest) < 0) smallest = term;
    }
    const current = smallest.slice();
    yield decodeText(current);
    for (const cursor of open) if (cursor.isAt(current)) cursor.next();
  }
}
