/**
 * The documents of a clause from its posting lists, if these are on storage: no
 * frequency is read or combined.
 */

import {
  collectDocuments,
  IndexSnapshot,
  type IndexView,
  isFieldView,
  isMultiFieldView,
} from "../../index/snapshots/index.ts";
import type { CountedDocumentSet, DocumentSet } from "../document-set.ts";
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
 * Lends the live documents of lists by name, as far as there is time; undefined if
 * it cannot. They lie in memory that the next search overwrites, so counting a
 * million documents leaves no garbage.
 */
export type StoredListReader = <T>(
  keys: readonly string[],
  limit: TimeLimit,
  use: (documents: CountedDocumentSet) => T,
) => T | undefined;

/**
 * The result of `use` on the live documents of all `clauses`, by `fromLists`;
 * undefined if lists are not on storage or it cannot read them.
 */
export function withStoredDocuments<T>(
  view: IndexView,
  clauses: readonly StoredClause[],
  { fromLists, limit }: { readonly fromLists: StoredListReader; readonly limit: TimeLimit },
  use: (documents: CountedDocumentSet) => T,
): T | undefined {
  const lists = concatLists(clauses.map((clause) => findStoredLists(view, clause)));
  return lists && fromLists([...new Set(lists.map(({ key }) => key))], limit, use);
}

/**
 * Adds the live documents of a clause to a set; false, and none added, if its lists
 * are not on storage.
 */
export function addStoredDocuments(
  view: IndexView,
  clause: StoredClause,
  documents: DocumentSet,
  limit: TimeLimit,
): boolean {
  const lists = findStoredLists(view, clause);
  for (const { snapshot, key } of lists ?? []) {
    collectDocuments(snapshot, key, documents, (postings) => limit.count(postings));
  }
  return lists !== undefined;
}

type StoredClause = Pick<Clause, "parts" | "label" | "isTerm">;

/** The lists of a clause; undefined if they are not on storage. */
function findStoredLists(
  view: IndexView,
  { parts, label, isTerm }: StoredClause,
): readonly StoredList[] | undefined {
  if (!isTerm) return undefined;
  const fieldParts = parts ?? [{ view, term: label }];
  const lists: StoredList[] = [];
  for (const part of fieldParts) {
    const termLists = findTermLists(part.view, part.term);
    if (termLists === undefined) return undefined;
    lists.push(...termLists);
  }
  return lists;
}

/** The lists that a term expands to; undefined if they are not on storage. */
function findTermLists(view: IndexView, term: string): readonly StoredList[] | undefined {
  if (view instanceof IndexSnapshot) return [{ snapshot: view, key: term }];
  if (isFieldView(view)) {
    const key = view.key(term);
    return key === undefined ? [] : [{ snapshot: view.snapshot, key }];
  }
  if (isMultiFieldView(view))
    return concatLists(view.fields.map((field) => findTermLists(field.view, term)));
  if (!isExpanded(view) || view.isPhrase(term)) return undefined;
  const multiTerm = view.findMultiTerm(term);
  if (multiTerm === undefined) return findTermLists(view.plain, term);
  if (!multiTerm.hasOnlyTerms) return undefined;
  return concatLists(multiTerm.expansion.map((each) => findTermLists(view.plain, each.term)));
}

/**
 * Tests for a member, not the class, so that a search without added terms does not
 * load the code for them.
 */
function isExpanded(view: IndexView): view is ExpandedIndex {
  return "addPhrase" in view;
}

function concatLists(
  lists: readonly (readonly StoredList[] | undefined)[],
): StoredList[] | undefined {
  return lists.includes(undefined) ? undefined : lists.flatMap((each = []) => each);
}
