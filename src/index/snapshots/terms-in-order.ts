/** The terms of several dictionaries as one list in byte order, each term once. */

import { compareByteStrings, decodeText } from "../../common/bytes/index.ts";
import type { DictionaryCursor } from "../files/dictionary.ts";

/** From where the cursors stand, as long as terms begin with `prefix`. Moves the cursors. */
export function* mergedTerms(
  cursors: readonly DictionaryCursor[],
  prefix: Uint8Array,
): Generator<string> {
  let within = cursors;
  for (;;) {
    within = within.filter((cursor) => cursor.isWithin(prefix));
    const [first, ...others] = within;
    if (first === undefined) return;
    let least = first.term();
    for (const cursor of others) {
      const term = cursor.term();
      if (compareByteStrings(term, least) < 0) least = term;
    }
    const current = least.slice();
    yield decodeText(current);
    for (const cursor of within) if (cursor.isAt(current)) cursor.next();
  }
}
