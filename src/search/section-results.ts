/**
 * The matches in a page, by heading: the sections with the most matches, each with
 * an excerpt. Input is the hit of a page of a site.
 *
 * A page is stored with one line per section in `headings`, `anchors` and `body`, so
 * that an offset in `body` determines its section.
 */

import type { FieldHighlight } from "./hit-highlights.ts";
import type { Hit } from "./search-options.ts";

/** A piece of text, a match or not. */
export interface MarkedPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A page among the results. */
export interface PageResult {
  /** Relative to the base of the site. */
  readonly url: string;
  readonly title: readonly MarkedPiece[];
  /** The best passage outside of `sections`; the beginning of the page if its text has no match. */
  readonly excerpt: readonly MarkedPiece[];
  /** Sections with a heading and a match, best first. */
  readonly sections: readonly SectionResult[];
}

/** A section among the results. */
export interface SectionResult {
  /** With the anchor of the heading. */
  readonly url: string;
  readonly heading: readonly MarkedPiece[];
  readonly excerpt: readonly MarkedPiece[];
}

/** How much to show. */
export interface PageResultOptions {
  /** Maximum number of sections per page. Default 3. */
  readonly sections?: number | undefined;
  /** Approximate length of an excerpt in characters. Default 160. */
  readonly characters?: number | undefined;
}

/** Properties of pages that results are built from, for the option `highlight` of a search. */
export const HIGHLIGHTED_FIELDS: readonly string[] = ["title", "headings", "body"];

/** A match in a heading counts more than one in the text. */
const HEADING_WEIGHT = 4;

type Range = readonly [start: number, end: number];

/** The result of a hit that was searched with `highlight: { fields: HIGHLIGHTED_FIELDS }`. */
export function toPageResult(
  { document, highlights = {} }: Hit,
  { sections: maxSections = 3, characters = 160 }: PageResultOptions = {},
): PageResult {
  const url = document.id === "./" ? "" : document.id;
  const title = toText(document.title) || url;
  const anchors = toText(document.anchors).split("\n");
  const headings = splitLines(toText(document.headings), highlights.headings);
  const bodies = splitLines(toText(document.body), highlights.body);
  const scored = bodies.map((body, i) => {
    const heading = headings[i] ?? { text: "", ranges: [] };
    const score = scoreLine(body) + HEADING_WEIGHT * scoreLine(heading);
    return { i, body, heading, anchor: anchors[i] ?? "", score };
  });
  const best = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i);
  const headed = best.filter(({ heading, anchor }) => heading.text !== "" && anchor !== "");
  const sections = headed.slice(0, maxSections);
  // Text that a section below shows is not repeated.
  const other = best.find((each) => each.body.ranges.length > 0 && !sections.includes(each));
  const excerptSection = other ?? (sections.length === 0 ? scored.find(hasText) : undefined);
  return {
    url,
    title: splitMarks(title, readRanges(highlights.title)),
    excerpt: excerptSection === undefined ? [] : createExcerpt(excerptSection.body, characters),
    sections: sections.map(({ heading, anchor, body }) => ({
      url: `${url}#${encodeURIComponent(anchor)}`,
      heading: splitMarks(heading.text, heading.ranges),
      excerpt: createExcerpt(body, characters),
    })),
  };
}

interface Line {
  readonly text: string;
  readonly ranges: readonly Range[];
}

function hasText({ body }: { readonly body: Line }): boolean {
  return body.text !== "";
}

/** The lines of a text, each with the ranges that begin in it. */
function splitLines(text: string, highlight: FieldHighlight | undefined): Line[] {
  const ranges = readRanges(highlight);
  let at = 0;
  let next = 0;
  return text.split("\n").map((line) => {
    const [from, to] = [at, at + line.length];
    at = to + 1;
    const inside: Range[] = [];
    for (let range = ranges[next]; range !== undefined && range[0] < at; range = ranges[++next]) {
      inside.push([range[0] - from, Math.min(range[1], to) - from]);
    }
    return { text: line, ranges: inside };
  });
}

/** The number of different words that match; a repeated word adds a little. */
function scoreLine({ text, ranges }: Line): number {
  const words = new Set(ranges.map(([start, end]) => text.slice(start, end).toLowerCase()));
  return words.size + Math.min(ranges.length, 20) / 100;
}

/** The passage with the most different words, cut at spaces, with … where the text continues. */
function createExcerpt(line: Line, characters: number): readonly MarkedPiece[] {
  const { text, ranges } = line;
  if (text.length <= characters) return splitMarks(text, ranges);
  const center = findBestStart(line, characters);
  let start = Math.max(0, center - Math.floor(characters / 4));
  if (start > 0) start = text.indexOf(" ", start) + 1 || start;
  if (start > center) start = center;
  let end = Math.min(text.length, start + characters);
  if (end < text.length) {
    const space = text.lastIndexOf(" ", end);
    if (space > start + characters / 2) end = space;
  }
  const inside = ranges.filter(([from, to]) => from >= start && to <= end);
  const pieces = splitMarks(
    text.slice(start, end),
    inside.map(([from, to]) => [from - start, to - start]),
  );
  return [
    ...(start > 0 ? [{ text: "… ", isMatch: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: " …", isMatch: false }] : []),
  ];
}

/** The start of the window with the most different words, at one of the matches. */
function findBestStart({ text, ranges }: Line, characters: number): number {
  let best = 0;
  let maxWords = 0;
  for (let i = 0; i < Math.min(ranges.length, 200); i++) {
    const [from] = ranges[i] as Range;
    const words = new Set<string>();
    for (let j = i; j < ranges.length; j++) {
      const [start, end] = ranges[j] as Range;
      if (end > from + (characters * 3) / 4) break;
      words.add(text.slice(start, end).toLowerCase());
    }
    if (words.size > maxWords) [best, maxWords] = [from, words.size];
  }
  return best;
}

function splitMarks(text: string, ranges: readonly Range[]): readonly MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = 0;
  const add = (end: number, isMatch: boolean): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), isMatch });
    at = Math.max(at, end);
  };
  for (const [start, end] of ranges) {
    add(start, false);
    add(end, true);
  }
  add(text.length, false);
  return pieces;
}

function readRanges(highlight: FieldHighlight | undefined): readonly Range[] {
  return highlight?.ranges ?? [];
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
