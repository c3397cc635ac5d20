/**
 * Inline Markdown: code, links, images, emphasis.
 *
 * One pass cuts the paragraph into pieces; runs of `*`, `_` and `~` are removed in pairs at the
 * end, each closing run with the nearest opening one of its kind, as in CommonMark's common cases.
 */

/** Maximum length of a link target, so that a thousand open brackets stay cheap. */
const MAX_TARGET_LENGTH = 2000;

interface Piece {
  text: string;
  readonly kind: "text" | "code" | "marks";
  /** For marks: whether text is adjacent on the right, on the left. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/** The text without its marks. `plain` is applied to everything that is not code. */
export function stripInlineMarks(paragraph: string, plain: (text: string) => string): string {
  const pieces = new Pieces();
  for (let at = 0; at < paragraph.length; ) at = parsePiece(paragraph, at, pieces);
  removePairs(pieces.list);
  // Pieces between two spans of code are joined: a tag may contain marks.
  let [out, open] = ["", ""];
  for (const { text, kind } of pieces.list) {
    if (kind !== "code") {
      open += text;
      continue;
    }
    out += plain(open) + text;
    open = "";
  }
  return out + plain(open);
}

class Pieces {
  readonly list: Piece[] = [];

  text(text: string): void {
    const last = this.list.at(-1);
    if (last?.kind === "text") last.text += text;
    else this.add({ text, kind: "text", opens: false, closes: false });
  }

  add(piece: Piece): void {
    this.list.push(piece);
  }
}

const CODE: Omit<Piece, "text"> = { kind: "code", opens: false, closes: false };

/** Handles the piece at `at`; returns the start of the next piece. */
function parsePiece(text: string, at: number, pieces: Pieces): number {
  const character = text[at] as string;
  switch (character) {
    case "\\": {
      const next = text[at + 1] ?? "";
      if (!/[!-/:-@[-`{-~]/.test(next)) break;
      pieces.add({ text: next, ...CODE }); // an escaped mark is plain text
      return at + 2;
    }
    case "`": {
      const run = countRun(text, at);
      const fence = "`".repeat(run);
      const end = findClosingFence(text, at + run, fence);
      if (end < 0) {
        pieces.text(fence);
        return at + run;
      }
      pieces.add({ text: text.slice(at + run, end), ...CODE });
      return end + run;
    }
    case "<": {
      // An address in angle brackets is its own text; other tags are removed later.
      const [link, address = ""] =
        /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[^\s<>@]{1,100}@[^\s<>]{1,200})>/i.exec(
          text.slice(at, at + MAX_TARGET_LENGTH),
        ) ?? [];
      if (link === undefined) break;
      pieces.text(address);
      return at + link.length;
    }
    case "!":
      if (text[at + 1] === "[") return at + 1;
      break;
    case "[":
      return at + 1 + footnoteLength(text, at);
    case "]":
      return skipLinkTarget(text, at);
    case "*":
    case "_":
    case "~": {
      const run = countRun(text, at);
      pieces.add(parseMarks(text, at, run));
      return at + run;
    }
  }
  const end = findNextMark(text, at + 1);
  pieces.text(text.slice(at, end));
  return end;
}

function findNextMark(text: string, from: number): number {
  const pattern = /[\\`<![\]*_~]/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function countRun(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end++;
  return end - at;
}

/** The start of a run of exactly as many backquotes; -1 if there is none near. */
function findClosingFence(text: string, from: number, fence: string): number {
  for (let at = text.indexOf(fence, from); at >= 0; at = text.indexOf(fence, at)) {
    if (at - from > 10 * MAX_TARGET_LENGTH) return -1;
    const run = countRun(text, at);
    if (run === fence.length) return at;
    at += run;
  }
  return -1;
}

/** The caret of a footnote's number is not text: `[^1]` becomes 1. */
function footnoteLength(text: string, at: number): number {
  return text[at + 1] === "^" ? 1 : 0;
}

/** Skips the target of a link, `(address "title")` or `[name]`, after its text. */
function skipLinkTarget(text: string, at: number): number {
  const rest = text.slice(at + 1, at + 1 + MAX_TARGET_LENGTH);
  const [inline] = /^\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/.exec(rest) ?? [];
  if (inline !== undefined) return at + 1 + inline.length;
  const [reference] = /^\[[^\]]{0,200}\]/.exec(rest) ?? [];
  return at + 1 + (reference?.length ?? 0);
}

function parseMarks(text: string, at: number, run: number): Piece {
  const before = text[at - 1] ?? " ";
  const after = text[at + run] ?? " ";
  const isWord = (character: string): boolean => /[\p{L}\p{N}_]/u.test(character);
  // snake_case is a word, not emphasis.
  const isInsideWord = text[at] === "_" && isWord(before) && isWord(after);
  const isSingleTilde = text[at] === "~" && run < 2;
  const isMark = !isInsideWord && !isSingleTilde;
  return {
    text: text.slice(at, at + run),
    kind: "marks",
    opens: isMark && !/\s/.test(after),
    closes: isMark && !/\s/.test(before),
  };
}

/** Empties the runs of marks that form pairs. */
function removePairs(pieces: readonly Piece[]): void {
  const open = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.kind !== "marks") continue;
    const mark = piece.text[0] as string;
    const waiting = open.get(mark) ?? [];
    open.set(mark, waiting);
    while (piece.closes && piece.text !== "" && waiting.length > 0) {
      const opener = waiting.at(-1) as Piece;
      const used = Math.min(opener.text.length, piece.text.length);
      opener.text = opener.text.slice(used);
      piece.text = piece.text.slice(used);
      if (opener.text === "") waiting.pop();
    }
    if (piece.opens && piece.text !== "") waiting.push(piece);
  }
}
