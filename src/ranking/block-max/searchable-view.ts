/**
 * The views that the kernels can search: an index on storage, or one with term
 * weights applied, where frequencies and lengths are weighted.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { IndexSnapshot, isMultiFieldView } from "../../index/snapshots/index.ts";
import type { TwoSidedView, WeightedView } from "../../index/weights/index.ts";

export interface SearchableView {
  readonly view: IndexView;
  /** The snapshot whose posting lists are searched. */
  readonly snapshot: IndexSnapshot;
  /** Present if lengths and frequencies are weighted. */
  readonly weighted: WeightedView | undefined;
}

/** Undefined for an index that is not on storage. */
export function toSearchableView(view: IndexView): SearchableView | undefined {
  if (isMultiFieldView(view)) {
    return { view, snapshot: view.snapshot, weighted: undefined };
  }
  if (view instanceof IndexSnapshot) return { view, snapshot: view, weighted: undefined };
  if (isTwoSided(view) && view.plain instanceof IndexSnapshot) {
    return { view, snapshot: view.plain, weighted: undefined };
  }
  if (!isWeighted(view) || !(view.plain instanceof IndexSnapshot)) return undefined;
  return { view, snapshot: view.plain, weighted: view };
}

/** Two-sided weights change neither frequencies nor lengths. */
function isTwoSided(view: IndexView): view is TwoSidedView {
  return view.weights?.isTwoSided === true && "plain" in view;
}

/**
 * Tests for a member, not the class, so that an index without weights does not load
 * the code for them.
 */
function isWeighted(view: IndexView): view is WeightedView {
  return view.weights !== undefined && "plain" in view && "lengths" in view;
}
