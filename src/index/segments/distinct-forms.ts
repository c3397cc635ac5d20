/**
 * The distinct surface forms of a segment over all text fields. In the forward index a form begins
 * with the prefix of its field, so that the forms of a field are adjacent in byte order; here the
 * runs of the fields are merged.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import { parseFieldNumber, stripField } from "../schema/index.ts";

/** `sorted` holds the forms in byte order, as indexes of `forms`; `counts` has their counts. */
export function* iterateDistinctForms(
  forms: readonly string[],
  sorted: Uint32Array,
  counts: Uint32Array,
): Generator<[form: string, count: number]> {
  const rows = splitByField(forms, sorted);
  const [only, ...others] = rows;
  if (only === undefined) return;
  if (others.length === 0) {
    for (const form of sorted) yield [stripField(forms[form] as string), counts[form] as number];
    return;
  }
  for (const row of rows) row.form = stripField(forms[sorted[row.at] as number] as string);
  for (let open = rows; open.length > 0; open = open.filter(({ at, end }) => at < end)) {
    let smallest = open[0]?.form as string;
    for (const { form } of open) if (compareBytes(form, smallest) < 0) smallest = form;
    let count = 0;
    for (const row of open) {
      if (row.form !== smallest) continue;
      count += counts[sorted[row.at] as number] as number;
      row.at++;
      if (row.at < row.end) row.form = stripField(forms[sorted[row.at] as number] as string);
    }
    yield [smallest, count];
  }
}

/** The forms of a field: `sorted` from `at` to `end`, and the next form. */
interface FieldRun {
  at: number;
  end: number;
  form: string;
}

function splitByField(forms: readonly string[], sorted: Uint32Array): FieldRun[] {
  const rows: FieldRun[] = [];
  let field = -1;
  for (let at = 0; at < sorted.length; at++) {
    const formField = parseFieldNumber(forms[sorted[at] as number] as string);
    if (formField !== field) rows.push({ at, end: at, form: "" });
    field = formField;
    (rows.at(-1) as FieldRun).end = at + 1;
  }
  return rows;
}
