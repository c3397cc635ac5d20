/**
 * The surface forms of a segment, each once for all text fields. In the forward
 * index a form begins with the mark of its field, so that those of a field follow
 * one another in byte order; here the rows of the fields become one.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import { fieldOfText, withoutField } from "../schema/index.ts";

/** `sorted` are the forms in byte order, as numbers of `forms`, which have a count each. */
export function* distinctForms(
  forms: readonly string[],
  sorted: Uint32Array,
  counts: Uint32Array,
): Generator<[form: string, count: number]> {
  const rows = rowsOf(forms, sorted);
  const [only, ...others] = rows;
  if (only === undefined) return;
  if (others.length === 0) {
    for (const form of sorted) yield [withoutField(forms[form] as string), counts[form] as number];
    return;
  }
  for (const row of rows) row.form = withoutField(forms[sorted[row.at] as number] as string);
  for (let left = rows; left.length > 0; left = left.filter(({ at, end }) => at < end)) {
    let least = left[0]?.form as string;
    for (const { form } of left) if (compareBytes(form, least) < 0) least = form;
    let count = 0;
    for (const row of left) {
      if (row.form !== least) continue;
      count += counts[sorted[row.at] as number] as number;
      row.at++;
      if (row.at < row.end) row.form = withoutField(forms[sorted[row.at] as number] as string);
    }
    yield [least, count];
  }
}

/** The forms of a field: from `at` to `end` of the sorted ones, and the one that is next. */
interface Row {
  at: number;
  end: number;
  form: string;
}

function rowsOf(forms: readonly string[], sorted: Uint32Array): Row[] {
  const rows: Row[] = [];
  let field = -1;
  for (let at = 0; at < sorted.length; at++) {
    const own = fieldOfText(forms[sorted[at] as number] as string);
    if (own !== field) rows.push({ at, end: at, form: "" });
    field = own;
    (rows.at(-1) as Row).end = at + 1;
  }
  return rows;
}
