/** The query field, focused by the key `/` from anywhere on the page. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { defined } from "../../../src/common/defined.ts";

interface QueryFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Receives the keys that the view handles. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly label?: string;
  readonly suggestions?: readonly string[];
}

/** A search field. The browser's own list shows suggestions. */
export function QueryField(props: QueryFieldProps): VNode {
  const { value, onInput, onKeyDown, label = "Query", suggestions = [] } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== "/" || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  return (
    <div class="query-field">
      <label class="only-heard" for="query">
        {label}
      </label>
      <svg class="query-sign" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <line x1="12.7" y1="12.7" x2="17" y2="17" />
      </svg>
      <input
        ref={field}
        id="query"
        type="search"
        class="input"
        placeholder="Type a query"
        autocomplete="off"
        spellcheck={false}
        list="suggestions"
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        {...defined({ onKeyDown })}
      />
      <datalist id="suggestions">
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </div>
  );
}

/** True if key presses there are text input. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
