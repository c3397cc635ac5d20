/** A document as text: its title, a passage with marked matches, its other fields. */

import { Fragment, type VNode } from "preact";
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

/** A title with marked matches; `ranges` are their offsets in it, ascending. */
export function MarkedTitle({
  title,
  ranges,
}: {
  readonly title: string;
  readonly ranges: readonly (readonly [number, number])[];
}): VNode {
  return (
    <>
      {ranges.map(([start, end], i) => (
        <Fragment key={start}>
          {title.slice(ranges[i - 1]?.[1] ?? 0, start)}
          <mark>{title.slice(start, end)}</mark>
        </Fragment>
      ))}
      {title.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}

interface FieldsProps {
  readonly document: StoredDocument;
  /** Fields that the passage is taken from. */
  readonly searchedFields: readonly string[];
}

/** The fields of a document that are not searched as text, as short labels. */
export function Fields({ document, searchedFields }: FieldsProps): VNode | null {
  const { id: _, title: __, text: ___, ...fields } = document;
  const visibleFields = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== null && !searchedFields.includes(name),
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
