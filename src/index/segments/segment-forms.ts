/**
 * The surface forms of a segment in byte order. The forward index numbers the
 * most frequent ones by their frequency and the others in byte order, so only
 * the former are sorted here. With fields, a form has the prefix of its field
 * there; here it stands once for all fields.
 */

import { compareBytes, decodeText } from "../../common/bytes/index.ts";
import { sortByBytes } from "../codes/text-order.ts";
import { FREQUENT } from "../files/surface-forms.ts";
import { withoutField } from "../schema/index.ts";
import type { Segment } from "./segment.ts";

/**
 * Each form with its rank by frequency in the segment, from 0; all that are not
 * among the most frequent have the same. Reads the forward index.
 */
export async function formsInOrder(
  segment: Segment,
  { hasFields = false }: { readonly hasFields?: boolean } = {},
): Promise<Iterable<readonly [form: string, rank: number]>> {
  const forward = await segment.pagedForward();
  return hasFields ? ofFields(forward.allForms()) : merged(forward.allForms());
}

/** Each form once, with its best rank in a field. */
function* ofFields(forms: Generator<{ form: Uint8Array }>): Generator<[string, number]> {
  const ranks = new Map<string, number>();
  let number = 0;
  for (const { form: bytes } of forms) {
    const form = withoutField(decodeText(bytes));
    const rank = Math.min(number++, FREQUENT);
    if (rank < (ranks.get(form) ?? Infinity)) ranks.set(form, rank);
  }
  const distinct = [...ranks.keys()];
  for (const place of sortByBytes(distinct)) {
    const form = distinct[place] as string;
    yield [form, ranks.get(form) as number];
  }
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
