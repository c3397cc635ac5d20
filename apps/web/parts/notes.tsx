/** Short messages: loading, an error, an empty result. */

import type { ComponentChildren, VNode } from "preact";

/** Shows that something is loading. */
export function Loading({ what }: { readonly what: string }): VNode {
  return (
    <p class="empty" role="status">
      Loading {what} …
    </p>
  );
}

/** Shows an error as a sentence. */
export function Problem({ text }: { readonly text: string }): VNode {
  return (
    <p class="note bad" role="alert">
      {text}
    </p>
  );
}

/** An empty result with a hint. */
export function EmptyState({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
