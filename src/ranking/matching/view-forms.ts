/**
 * The surface forms of an index, one dictionary per segment: the file of forms, or,
 * for a segment from before such files existed, the forms of its forward index, read
 * when a query first needs them. An index without a forward index uses its terms
 * instead.
 */

import { iterateForms, type Segment } from "../../index/segments/index.ts";
import {
  type IndexSnapshot,
  type IndexView,
  isMultiFieldView,
} from "../../index/snapshots/index.ts";
import { toSearchableView } from "../kernels/searchable-view.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { FormDictionary } from "./form-dictionary.ts";
import { type FormLookup, RemoteForms } from "./remote-forms.ts";

const segmentCache = new WeakMap<Segment, Promise<FormLookup>>();
const viewCache = new WeakMap<IndexView, Promise<FormLookup>>();

/**
 * The forms of an index, one dictionary per segment. The first call takes about a
 * second per million forms.
 */
export async function openForms(view: IndexView): Promise<readonly FormLookup[]> {
  const snapshot = findSnapshot(view);
  if (snapshot === undefined) return [await buildTermForms(view)];
  return Promise.all(snapshot.parts.map(({ segment }) => openSegmentForms(segment)));
}

/** The snapshot on storage behind a view, if there is one. */
export function findSnapshot(view: IndexView): IndexSnapshot | undefined {
  return isMultiFieldView(view) ? view.snapshot : toSearchableView(view)?.snapshot;
}

function openSegmentForms(segment: Segment): Promise<FormLookup> {
  const cached = segmentCache.get(segment);
  if (cached !== undefined) return cached;
  const read = segment
    .forms()
    .then((forms) =>
      forms === undefined ? buildSegmentForms(segment) : new FormDictionary(forms),
    );
  segmentCache.set(segment, read);
  read.catch(() => segmentCache.delete(segment)); // callers receive the error; the next call tries again
  return read;
}

async function buildSegmentForms(segment: Segment): Promise<FormLookup> {
  const hasForms = segment.record.files.forward !== undefined;
  if (!hasForms && !segment.dictionary.isFullyLoaded) return new RemoteForms(segment);
  return FormDictionary.build(await iterateForms(segment));
}

function buildTermForms(view: IndexView): Promise<FormLookup> {
  const cached = viewCache.get(view);
  if (cached !== undefined) return cached;
  const terms = view.termsFrom("", Infinity).map((term) => [term, 0] as const);
  const forms = FormDictionary.build(terms);
  viewCache.set(view, forms);
  return forms;
}

/**
 * The same, unless time runs out before they are read; reading continues in the
 * background for later queries.
 */
export async function openFormsWithin(
  view: IndexView,
  limit: TimeLimit,
): Promise<readonly FormLookup[] | undefined> {
  let forms: readonly FormLookup[] | undefined;
  const read = openForms(view).then((result) => {
    forms = result;
  });
  await Promise.resolve();
  while (forms === undefined && !limit.checkClock()) {
    await Promise.race([read, new Promise((resolve) => setTimeout(resolve, 5))]);
  }
  return forms;
}
