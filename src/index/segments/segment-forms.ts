/**
 * The surface forms in byte order of a segment without a forms file. The forward index numbers the most frequent forms by frequency and the others in
 * byte order, so only the former are sorted here. With fields, a form has the prefix of its field
 * there; here it occurs once for all fields.
 */

import { compareBytes, decodeText, encodeText } from "../../common/bytes/index.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { iterateDistinctForms } from "../files/forms-builder.ts";
import { MAX_FREQUENT_FORMS } from "../files/order-forms.ts";
import { needAll } from "../files/page-fault.ts";
import { stripField, toFieldPrefix } from "../schema/index.ts";
import type { Segment } from "./segment.ts";

/**
 * Each form with a number that grows with its frequency in the segment. Reads the forward index,
 * where all but the most frequent forms get 0. Without a forward index, terms are used instead of
 * forms, with their document frequencies.
 */
export async function iterateForms(
  segment: Segment,
): Promise<Iterable<readonly [form: string, count: number]>> {
  if (segment.record.files.forward === undefined) return iterateTerms(segment);
  const forward = await segment.pagedForward();
  const hasFields = segment.documents.fieldCount > 0;
  return hasFields ? mergeFieldForms(forward.allForms()) : mergeFrequentForms(forward.allForms());
}

/**
 * Each term that begins with `prefix`, once for all fields, with its document frequencies. From a
 * remote file, no other terms are fetched.
 */
export function iteratePrefixTerms(
  { dictionary, documents: { fieldCount } }: Segment,
  prefix: string,
): Iterable<readonly [form: string, count: number]> {
  const prefixes = Array.from({ length: fieldCount }, (_, i) => toFieldPrefix(i + 1));
  const starts = (fieldCount === 0 ? [""] : prefixes).map((fieldMark) =>
    encodeText(fieldMark + prefix),
  );
  needAll(starts.map((start) => () => dictionary.needPrefix(start)));
  const terms: string[] = [];
  const counts: number[] = [];
  for (const start of starts) {
    const cursor = dictionary.seek(start);
    for (let isIn = cursor.isWithin(start); isIn; isIn = cursor.next() && cursor.isWithin(start)) {
      counts.push(cursor.entry().documentFrequency);
      terms.push(decodeText(cursor.term()));
    }
  }
  return iterateDistinctForms(terms, Uint32Array.from(terms.keys()), Uint32Array.from(counts));
}

/** The same for all terms. */
export function iterateTerms({
  dictionary,
}: Segment): Iterable<readonly [form: string, count: number]> {
  const terms: string[] = [];
  const counts = new Uint32Array(dictionary.termCount);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    counts[terms.length] = cursor.entry().documentFrequency;
    terms.push(decodeText(cursor.term()));
  }
  return iterateDistinctForms(terms, Uint32Array.from(terms.keys()), counts);
}

/** Each form once, with the frequency in the field where it is most frequent. */
function* mergeFieldForms(forms: Generator<{ form: Uint8Array }>): Generator<[string, number]> {
  const counts = new Map<string, number>();
  let number = 0;
  for (const { form: bytes } of forms) {
    const form = stripField(decodeText(bytes));
    const count = Math.max(MAX_FREQUENT_FORMS - number++, 0);
    if (count > (counts.get(form) ?? -1)) counts.set(form, count);
  }
  const distinct = [...counts.keys()];
  for (const index of sortByBytes(distinct)) {
    const form = distinct[index] as string;
    yield [form, counts.get(form) as number];
  }
}

function* mergeFrequentForms(forms: Generator<{ form: Uint8Array }>): Generator<[string, number]> {
  const frequent: [string, number][] = [];
  while (frequent.length < MAX_FREQUENT_FORMS) {
    const next = forms.next();
    if (next.done === true) break;
    frequent.push([decodeText(next.value.form), MAX_FREQUENT_FORMS - frequent.length]);
  }
  frequent.sort(([a], [b]) => compareBytes(a, b));
  let at = 0;
  for (const { form: bytes } of forms) {
    const form = decodeText(bytes);
    for (let each = frequent[at]; each && compareBytes(each[0], form) < 0; each = frequent[at]) {
      yield each;
      at++;
    }
    yield [form, 0];
  }
  yield* frequent.slice(at);
}
