/**
 * Cuts a text into passages that an encoder reads whole. An encoder such as
 * MiniLM reads 256 word pieces, about a thousand characters of English.
 *
 * A passage ends after a sentence where one ends in its last third, else
 * between two words, else where it is full. The cut follows from the text
 * alone, so that passages need not be kept beside their vectors.
 */

/** Longer passages lose their end in most encoders. */
const PASSAGE_CHARACTERS = 1000;

/** The passages of a text, in order, without the white space between them; none of a text without words. */
export function splitPassages(text: string): readonly string[] {
  const passages: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = findPassageEnd(text, start);
    const passage = text.slice(start, end).trim();
    if (passage !== "") passages.push(passage);
    start = end;
  }
  return passages;
}

function findPassageEnd(text: string, start: number): number {
  const full = start + PASSAGE_CHARACTERS;
  if (full >= text.length) return text.length;
  const window = text.slice(start, full);
  const minEnd = Math.floor((2 * PASSAGE_CHARACTERS) / 3);
  const sentence = findLastMatch(window, /[.!?。！？]["'”’)]?\s|[。！？]/g, minEnd);
  const word = sentence ?? findLastMatch(window, /\s/g, 1);
  if (word !== undefined) return start + word;
  // Not between the two halves of a character.
  const code = text.charCodeAt(full - 1);
  return code >= 0xd800 && code < 0xdc00 ? full - 1 : full;
}

/** Where the last match that ends after `least` ends. */
function findLastMatch(text: string, pattern: RegExp, minEnd: number): number | undefined {
  let lastEnd: number | undefined;
  for (const { index, 0: match } of text.matchAll(pattern)) {
    const end = index + match.length;
    if (end > minEnd) lastEnd = end;
  }
  return lastEnd;
}
