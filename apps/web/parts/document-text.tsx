/** A document as text: its title, a passage with what was found marked, its other fields. */

import type { VNode } from "preact";
import type { ComparedDocument } from "../../../src/client/shapes.ts";

type Snippet = NonNullable<ComparedDocument["snippet"]>;
type Stored = ComparedDocument["document"];

/** Longer values of fields are cut. */
const LONGEST = 60;

/** The title, else the beginning of the text, else the id. */
export function titleOf(id: string, document: Stored | undefined): string {
  const { title, text } = document ?? {};
  if (typeof title === "string" && title.trim() !== "") return title;
  if (typeof text === "string" && text.trim() !== "") return cut(text, LONGEST);
  return id;
}

/** A passage, the words that were found marked. Pieces are text, never HTML. */
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
export function Fields({ document }: { readonly document: Stored }): VNode | null {
  const { id: _, title: __, text: ___, ...fields } = document;
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  if (shown.length === 0) return null;
  return (
    <ul class="pills" aria-label="Fields">
      {shown.slice(0, 8).map(([name, value]) => (
        <li class="pill" key={name}>
          {name}: {cut(typeof value === "string" ? value : JSON.stringify(value), LONGEST)}
        </li>
      ))}
    </ul>
  );
}

/** The text, with … where it was cut. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text;
}
