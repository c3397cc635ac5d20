/** Writes word vectors as text, with the header of word2vec and fastText (`.vec`). */

import { badArgument, quote } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { WordVectors } from "./word-vectors.ts";

/** Nine digits represent every 32-bit float exactly. */
const DIGITS = 9;
const LINES_PER_CHUNK = 256;

/** `BAD_ARGUMENT` if a word has white space, which readers would take as the end of the word. */
export async function writeTextVectors(
  files: Files,
  path: string,
  vectors: WordVectors,
): Promise<void> {
  const spaced = vectors.words.find((word) => /\s/.test(word));
  if (spaced !== undefined) {
    throw badArgument(`as text, a word must be without white space, got ${quote(spaced)}`);
  }
  await files.write(path, encodeChunks(vectors));
}

function* encodeChunks(vectors: WordVectors): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${vectors.words.length} ${vectors.dimension}\n`);
  let lines = "";
  for (const [i, word] of vectors.words.entries()) {
    lines += `${word} ${formatRow(vectors.row(i))}\n`;
    if ((i + 1) % LINES_PER_CHUNK === 0) {
      yield encoder.encode(lines);
      lines = "";
    }
  }
  yield encoder.encode(lines);
}

function formatRow(row: Float32Array): string {
  return Array.from(row, (value) => Number(value.toPrecision(DIGITS))).join(" ");
}
