/** Whether the index is pruned for the weights that are learned. */

import type { VNode } from "preact";

export function PruningChoice({
  isPruned,
  onChange,
}: {
  readonly isPruned: boolean;
  readonly onChange: (isPruned: boolean) => void;
}): VNode {
  return (
    <label
      class="check"
      title="Smaller and faster; phrases and counts see the postings that are kept"
    >
      <input
        type="checkbox"
        checked={isPruned}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Prune the index for them
    </label>
  );
}
