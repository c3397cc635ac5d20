/**
 * Splits a text into passages that fit the input of an encoder. MiniLM reads
 * 256 word pieces, about a thousand characters of English.
 *
 * A passage ends after a sentence that ends in its last third, else between two
 * words, else at its maximum length. The split depends on the text alone, so
 * that passages need not be stored beside their vectors.
 */

/** Maximum length of a passage. Most encoders truncate longer ones. */
const PASSAGE_CHARACTERS = 1000;

/** The passages of a text, in order, trimmed; none for a blank text. */
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

/** The end of the last match that ends after `minEnd`. */
function findLastMatch(text: string, pattern: RegExp, minEnd: number): number | undefined {
  let lastEnd: number | undefined;
  for (const { index, 0: match } of text.matchAll(pattern)) {
    const end = index + match.length;
    if (end > minEnd) lastEnd = end;
  }
  return lastEnd;
}
