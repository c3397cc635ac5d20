/** Short messages: something is loading, something went wrong, nothing is there. */

import type { ComponentChildren, VNode } from "preact";

/** Something is on its way. */
export function Loading({ what }: { readonly what: string }): VNode {
  return (
    <p class="empty" role="status">
      Loading {what} …
    </p>
  );
}

/** Something went wrong, as a sentence. */
export function Problem({ text }: { readonly text: string }): VNode {
  return (
    <p class="note bad" role="alert">
      {text}
    </p>
  );
}

/** Nothing to show, and what to do about it. */
export function Nothing({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
