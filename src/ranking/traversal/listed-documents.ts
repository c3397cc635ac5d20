/** The documents of a clause by its posting lists, where these are on storage: no frequency is read or combined. */

import {
  addDocuments,
  FieldsView,
  FieldView,
  IndexSnapshot,
  type IndexView,
} from "../../index/snapshots/index.ts";
import type { CountedDocuments, DocumentSet } from "../document-set.ts";
import type { Clause } from "../prepared-query.ts";
import type { ExpandedIndex } from "../syntax/expanded-index.ts";
import type { TimeLimit } from "./time-limit.ts";

/** A list on storage. */
interface StoredList {
  readonly snapshot: IndexSnapshot;
  /** Its name in the dictionary. */
  readonly key: string;
}

/**
 * Lends the living documents of lists by name, as far as there is time; undefined where it cannot tell.
 * They lie where the next search writes, so that counting a million documents leaves no garbage.
 */
export type ListedDocuments = <T>(
  keys: readonly string[],
  limit: TimeLimit,
  use: (lent: CountedDocuments) => T,
) => T | undefined;

/** What `use` makes of the living documents of all `clauses`, by `fromLists`; undefined where lists are not on storage or it cannot tell. */
export function withListed<T>(
  view: IndexView,
  clauses: readonly ListedClause[],
  { fromLists, limit }: { readonly fromLists: ListedDocuments; readonly limit: TimeLimit },
  use: (lent: CountedDocuments) => T,
): T | undefined {
  const lists = joined(clauses.map((clause) => storedLists(view, clause)));
  return lists && fromLists([...new Set(lists.map(({ key }) => key))], limit, use);
}

/** Adds the living documents of a clause to a set; false, and none added, where its lists are not on storage. */
export function addListed(
  view: IndexView,
  clause: ListedClause,
  found: DocumentSet,
  limit: TimeLimit,
): boolean {
  const lists = storedLists(view, clause);
  for (const { snapshot, key } of lists ?? []) {
    addDocuments(snapshot, key, found, (postings) => limit.count(postings));
  }
  return lists !== undefined;
}

type ListedClause = Pick<Clause, "parts" | "label" | "isTerm">;

/** The lists of a clause; undefined where they are not on storage. */
function storedLists(
  view: IndexView,
  { parts, label, isTerm }: ListedClause,
): readonly StoredList[] | undefined {
  if (!isTerm) return undefined;
  const places = parts ?? [{ view, term: label }];
  const lists: StoredList[] = [];
  for (const part of places) {
    const stored = listsOf(part.view, part.term);
    if (stored === undefined) return undefined;
    lists.push(...stored);
  }
  return lists;
}

/** The lists that a term stands for; undefined where they are not on storage. */
function listsOf(view: IndexView, term: string): readonly StoredList[] | undefined {
  if (view instanceof IndexSnapshot) return [{ snapshot: view, key: term }];
  if (view instanceof FieldView) {
    const key = view.key(term);
    return key === undefined ? [] : [{ snapshot: view.snapshot, key }];
  }
  if (view instanceof FieldsView)
    return joined(view.fields.map((field) => listsOf(field.view, term)));
  if (!isExpanded(view) || view.isPhrase(term)) return undefined;
  const expansion = view.added(term);
  if (expansion === undefined) return listsOf(view.plain, term);
  if (!expansion.isOfTerms) return undefined;
  return joined(expansion.matched.map((each) => listsOf(view.plain, each.term)));
}

/** Told by a member, so that a search without added terms does not load what adds them. */
function isExpanded(view: IndexView): view is ExpandedIndex {
  return "addPhrase" in view;
}

function joined(lists: readonly (readonly StoredList[] | undefined)[]): StoredList[] | undefined {
  return lists.includes(undefined) ? undefined : lists.flatMap((each = []) => each);
}
