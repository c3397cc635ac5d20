/**
 * The surface forms of a segment in byte order. The forward index numbers the
 * most frequent ones by their frequency and the others in byte order, so only
 * the former are sorted here.
 */

import { compareBytes, decodeText } from "../../common/bytes/index.ts";
import { FREQUENT } from "../files/surface-forms.ts";
import type { Segment } from "./segment.ts";

/**
 * Each form with its rank by frequency in the segment, from 0; all that are not
 * among the most frequent have the same. Reads the forward index.
 */
export async function formsInOrder(
  segment: Segment,
): Promise<Iterable<readonly [form: string, rank: number]>> {
  const forward = await segment.forward();
  return merged(forward.allForms());
}

function* merged(forms: Generator<{ form: Uint8Array }>): Generator<[string, number]> {
  const frequent: [string, number][] = [];
  while (frequent.length < FREQUENT) {
    const next = forms.next();
    if (next.done === true) break;
    frequent.push([decodeText(next.value.form), frequent.length]);
  }
  frequent.sort(([a], [b]) => compareBytes(a, b));
  let at = 0;
  for (const { form: bytes } of forms) {
    const form = decodeText(bytes);
    for (let each = frequent[at]; each && compareBytes(each[0], form) < 0; each = frequent[at]) {
      yield each;
      at++;
    }
    yield [form, FREQUENT];
  }
  yield* frequent.slice(at);
}
