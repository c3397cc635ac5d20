/** The fields of an index as rankers over fields take them. */

import { withoutField } from "../../index/schema/index.ts";
import { BETWEEN_TERMS, type IndexView, type ViewField } from "../../index/snapshots/index.ts";

/** The fields of a view. One without fields is a single field of weight 1. */
export function fieldsOf(view: IndexView): readonly ViewField[] {
  return view.fields ?? [{ name: "text", weight: 1, view }];
}

/** A term as people see it: where fields read a word differently, all its forms. */
export function shownTerm(term: string): string {
  if (!term.includes(BETWEEN_TERMS)) return withoutField(term);
  return [...new Set(term.split(BETWEEN_TERMS).filter((each) => each !== ""))].join("/");
}
