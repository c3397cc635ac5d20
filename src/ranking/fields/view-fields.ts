/** The fields of an index, as rankers over fields use them. */

import { stripField } from "../../index/schema/index.ts";
import { type IndexView, TERM_SEPARATOR, type ViewField } from "../../index/snapshots/index.ts";

/** The fields of a view. One without fields is a single field of weight 1. */
export function getFields(view: IndexView): readonly ViewField[] {
  return view.fields ?? [{ name: "text", weight: 1, view }];
}

/** A term for display: all its forms, where fields analyse a word differently. */
export function formatTerm(term: string): string {
  if (!term.includes(TERM_SEPARATOR)) return stripField(term);
  return [...new Set(term.split(TERM_SEPARATOR).filter((each) => each !== ""))].join("/");
}
