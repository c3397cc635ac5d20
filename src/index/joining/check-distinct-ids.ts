/**
 * Checks that no document is in two of the indexes that are searched as one. Pairs of segments that
 * were checked are not checked again: segments never change, and deletions only remove ids.
 */

import { decodeText } from "../../common/bytes/index.ts";
import { badArgument, quote } from "../../common/errors.ts";
import type { Segment } from "../segments/segment.ts";
import type { IndexSnapshot, SnapshotPart } from "../snapshots/index-snapshot.ts";
import { splitName } from "./join-commits.ts";

const checkedPairs = new WeakMap<Segment, WeakSet<Segment>>();

/** `BAD_ARGUMENT` with the id and the two locations. */
export function checkDistinctIds(
  { parts }: Pick<IndexSnapshot, "parts">,
  locations: readonly string[],
): void {
  for (const [i, one] of parts.entries()) {
    for (const other of parts.slice(i + 1)) {
      const [first, second] = [one, other].map(({ segment }) => splitName(segment.record.name));
      if (first?.index === second?.index || isChecked(one, other)) continue;
      const id = findSharedId(one, other);
      if (id !== undefined) {
        const places = [first, second].map((each) => locations[each?.index ?? 0]).join(" and in ");
        throw badArgument(`document ${quote(id)} is in ${places}; a document has one index`);
      }
      markChecked(one, other);
    }
  }
}

/** Looks up the ids of the smaller segment in the other. */
function findSharedId(one: SnapshotPart, other: SnapshotPart): string | undefined {
  const isSmaller = one.segment.documents.count <= other.segment.documents.count;
  const [small, large] = isSmaller ? [one, other] : [other, one];
  const { documents } = small.segment;
  let rank = 0;
  for (const id of documents.sortedIds()) {
    const document = documents.documentAtRank(rank++);
    if (small.deletions?.has(document) === true) continue;
    const isLive = (each: number): boolean => large.deletions?.has(each) !== true;
    if (large.segment.documents.find(id, isLive) !== undefined) return decodeText(id);
  }
  return undefined;
}

function isChecked({ segment: one }: SnapshotPart, { segment: other }: SnapshotPart): boolean {
  return checkedPairs.get(one)?.has(other) === true;
}

function markChecked({ segment: one }: SnapshotPart, { segment: other }: SnapshotPart): void {
  const others = checkedPairs.get(one) ?? new WeakSet<Segment>();
  checkedPairs.set(one, others.add(other));
}
