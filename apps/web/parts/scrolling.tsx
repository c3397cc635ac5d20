/**
 * A box for content that may be wider than the screen. If it overflows, it can be focused and
 * scrolled by keyboard.
 */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ScrollingProps {
  /** A description of the content for screen readers. */
  readonly label: string;
  readonly isFramed?: boolean;
  readonly children: ComponentChildren;
}

/** Scrolls horizontally. */
export function Scrolling({ label, isFramed = false, children }: ScrollingProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() => setIsWide(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      ref={box}
      class={isFramed ? "scroll-box" : "scroll"}
      role="group"
      aria-label={label}
      {...(isWide ? { tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
}
