/**
 * The surface forms of an index, a dictionary for each segment: the file of forms,
 * or, of a segment from before there were such files, the forms of its forward
 * index, read when a query first asks for them. An index without a forward index
 * has its terms in their place.
 */

import { formsInOrder, type Segment } from "../../index/segments/index.ts";
import { FieldsView, type IndexSnapshot, type IndexView } from "../../index/snapshots/index.ts";
import { searchableView } from "../kernels/searchable-view.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { FetchedForms, type FormLookup } from "./fetched-forms.ts";
import { FormDictionary } from "./form-dictionary.ts";

const ofSegments = new WeakMap<Segment, Promise<FormLookup>>();
const ofViews = new WeakMap<IndexView, Promise<FormLookup>>();

/** The forms of an index, a dictionary for each segment. The first call takes about a second per million forms. */
export async function viewForms(view: IndexView): Promise<readonly FormLookup[]> {
  const snapshot = snapshotOf(view);
  if (snapshot === undefined) return [await termsAsForms(view)];
  return Promise.all(snapshot.parts.map(({ segment }) => segmentForms(segment)));
}

/** The index on storage behind a view, if there is one. */
export function snapshotOf(view: IndexView): IndexSnapshot | undefined {
  return view instanceof FieldsView ? view.snapshot : searchableView(view)?.snapshot;
}

function segmentForms(segment: Segment): Promise<FormLookup> {
  const known = ofSegments.get(segment);
  if (known !== undefined) return known;
  const read = segment
    .forms()
    .then((forms) => (forms === undefined ? formsWithoutFile(segment) : new FormDictionary(forms)));
  ofSegments.set(segment, read);
  read.catch(() => ofSegments.delete(segment)); // told to whoever asked; the next one tries again
  return read;
}

async function formsWithoutFile(segment: Segment): Promise<FormLookup> {
  const hasForms = segment.record.files.forward !== undefined;
  if (!hasForms && !segment.dictionary.isWhole) return new FetchedForms(segment);
  return FormDictionary.of(await formsInOrder(segment));
}

function termsAsForms(view: IndexView): Promise<FormLookup> {
  const known = ofViews.get(view);
  if (known !== undefined) return known;
  const terms = view.termsFrom("", Infinity).map((term) => [term, 0] as const);
  const made = FormDictionary.of(terms);
  ofViews.set(view, made);
  return made;
}

/** The same, unless time runs out before they are read; reading goes on for those who ask later. */
export async function viewFormsWithin(
  view: IndexView,
  limit: TimeLimit,
): Promise<readonly FormLookup[] | undefined> {
  let forms: readonly FormLookup[] | undefined;
  const read = viewForms(view).then((found) => {
    forms = found;
  });
  await Promise.resolve();
  while (forms === undefined && !limit.look()) {
    await Promise.race([read, new Promise((resolve) => setTimeout(resolve, 5))]);
  }
  return forms;
}
