/** A document as text: its title, a passage with marked matches, its other fields. */

import type { VNode } from "preact";
import type { ComparedDocument } from "../../../src/client/index.ts";

type Snippet = NonNullable<ComparedDocument["snippet"]>;
type StoredDocument = ComparedDocument["document"];

/** Longer field values are truncated. */
const MAX_FIELD_LENGTH = 60;

/** The title, else the beginning of the text, else the id. */
export function readTitle(id: string, document: StoredDocument | undefined): string {
  const { title, text } = document ?? {};
  if (typeof title === "string" && title.trim() !== "") return title;
  if (typeof text === "string" && text.trim() !== "") return truncateText(text, MAX_FIELD_LENGTH);
  return id;
}

/** A passage with marked matches. Pieces are text, never HTML. */
export function Passage({ snippet }: { readonly snippet: Snippet }): VNode {
  return (
    <p class="passage">
      {snippet.isCutBefore && "… "}
      {snippet.pieces.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}
      {snippet.isCutAfter && " …"}
    </p>
  );
}

/** The fields of a document beside title and text, as short labels. */
export function Fields({ document }: { readonly document: StoredDocument }): VNode | null {
  const { id: _, title: __, text: ___, ...fields } = document;
  const visibleFields = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  if (visibleFields.length === 0) return null;
  return (
    <ul class="pills" aria-label="Fields">
      {visibleFields.slice(0, 8).map(([name, value]) => (
        <li class="pill" key={name}>
          {name}:{" "}
          {truncateText(
            typeof value === "string" ? value : JSON.stringify(value),
            MAX_FIELD_LENGTH,
          )}
        </li>
      ))}
    </ul>
  );
}

/** The text, with … if it is truncated. */
export function truncateText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text;
}
