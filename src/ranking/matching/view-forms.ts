/**
 * The surface forms of an index, one dictionary per segment: the file of forms, or,
 * for a segment from before such files existed, the forms of its forward index, read
 * when a query first needs them. An index without a forward index uses its terms
 * instead.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import { iterateForms, type Segment } from "../../index/segments/index.ts";
import {
  type GlobalStatistics,
  type IndexSnapshot,
  type IndexView,
  isMultiFieldView,
} from "../../index/snapshots/index.ts";
import { toSearchableView } from "../block-max/searchable-view.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { type CountedForm, FormDictionary } from "./form-dictionary.ts";
import { type FormLookup, RemoteForms } from "./remote-forms.ts";

const segmentCache = new WeakMap<Segment, Promise<FormLookup>>();
const collectionCache = new WeakMap<GlobalStatistics, Promise<FormLookup>>();
const viewCache = new WeakMap<IndexView, Promise<FormLookup>>();

/**
 * The forms of an index, one dictionary per segment. The first call takes about a
 * second per million forms.
 */
export async function openForms(view: IndexView): Promise<readonly FormLookup[]> {
  const snapshot = findSnapshot(view);
  if (snapshot === undefined) return [await buildTermForms(view)];
  if (snapshot.collection !== undefined) return [await openCollectionForms(snapshot.collection)];
  return Promise.all(snapshot.parts.map(({ segment }) => openSegmentForms(segment)));
}

/** All forms of an index in byte order, each with the largest count that a segment has. */
export async function listForms(view: IndexView): Promise<CountedForm[]> {
  const counts = new Map<string, number>();
  for (const dictionary of await openForms(view)) {
    if (!(dictionary instanceof FormDictionary)) throw badArgument("a remote index lists no forms");
    for (const { form, count } of dictionary.entries()) {
      counts.set(form, Math.max(counts.get(form) ?? 0, count));
    }
  }
  const forms = Array.from(counts, ([form, count]) => ({ form, count }));
  return forms.sort((a, b) => compareBytes(a.form, b.form));
}

/** The snapshot on storage behind a view, if there is one. */
export function findSnapshot(view: IndexView): IndexSnapshot | undefined {
  return isMultiFieldView(view) ? view.snapshot : toSearchableView(view)?.snapshot;
}

/** The forms of the collection that the documents of a snapshot belong to. */
function openCollectionForms(collection: GlobalStatistics): Promise<FormLookup> {
  const cached = collectionCache.get(collection);
  if (cached !== undefined) return cached;
  const read = collection.readForms().then((forms) => FormDictionary.build(forms));
  collectionCache.set(collection, read);
  read.catch(() => collectionCache.delete(collection)); // as for segments
  return read;
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
