/** What a comparison with snapshots leaves out, and what was deleted since they were kept. */

import type { VNode } from "preact";
import { formatCount } from "../../parts/format-numbers.ts";
import type { EvaluationResult } from "./evaluation-result.ts";

/** Nothing without a snapshot among the systems. */
export function SnapshotNotes({ result }: { readonly result: EvaluationResult }): VNode | null {
  const { depth, snapshots = [] } = result;
  if (snapshots.length === 0) return null;
  return (
    <ul class="small soft">
      <li>All rankings as a search delivers them, to rank {depth}.</li>
      {snapshots.map(({ name, at, missingQueries, deleted }) => (
        <li key={name}>
          Snapshot {name} of {new Date(at).toLocaleString()}
          {missingQueries > 0 &&
            `; without ${formatCount(missingQueries, "judged query", "judged queries")}, left out of all rankings`}
          {deleted.count > 0 &&
            `; ${formatCount(deleted.count, "document", "documents")} deleted since: ${deleted.ids.join(", ")}${deleted.count > deleted.ids.length ? " …" : ""}`}
        </li>
      ))}
    </ul>
  );
}
