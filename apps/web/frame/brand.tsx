/** The name of the product with its logo: three words, each of less weight than the one above. */

import type { VNode } from "preact";

/** A link to the start page. */
export function Brand({ href }: { readonly href: string }): VNode {
  return (
    <a class="brand" href={href}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect class="fill-accent" width="24" height="24" rx="6" />
        <rect class="fill-on-accent" x="5" y="6" width="14" height="3" rx="1.5" />
        <rect class="fill-on-accent" x="5" y="11" width="9" height="3" rx="1.5" opacity="0.75" />
        <rect class="fill-on-accent" x="5" y="16" width="5" height="3" rx="1.5" opacity="0.5" />
      </svg>
      Termwise
    </a>
  );
}
