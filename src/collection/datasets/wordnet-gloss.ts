/**
 * Extracts the definition from a WordNet gloss, without its examples.
 *
 * A gloss is a list of pieces separated by semicolons: definitions and remarks, then examples in
 * double quotes, some followed by their source ("…"--Thomas Paine). wndb(5WN) specifies no more
 * than that, so these are our rules:
 *
 * 1. A semicolon separates pieces unless it is between double quotes. A quote that is never closed
 *   extends to the end of the gloss.
 * 2. A piece that begins with a double quote is an example and is left out, including whatever
 *   follows its quotation.
 * 3. A quotation directly after a colon is an example, too (16 glosses of WordNet 3.1 have a colon
 *   where the others have a semicolon): the piece ends before the colon.
 * 4. Any other quotation belongs to the sentence around it and stays: `a demand especially in the
 *   phrase "the call of duty"`.
 *
 * Words quoted `like this' are part of definitions and stay.
 */

/** The definitions and remarks of a gloss, joined by "; ". Empty for a gloss of examples alone. */
export function extractDefinition(gloss: string): string {
  // Two thirds of all glosses.
  if (!gloss.includes('"')) return gloss.trim();
  return splitPieces(gloss)
    .filter((piece) => !piece.startsWith('"'))
    .map(stripTail)
    .filter((piece) => piece !== "")
    .join("; ");
}

function splitPieces(gloss: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < gloss.length; at++) {
    const character = gloss[at];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== ";" || isQuoted) continue;
    parts.push(gloss.slice(start, at).trim());
    start = at + 1;
  }
  parts.push(gloss.slice(start).trim());
  return parts;
}

/** Cuts a piece before a colon that a quotation follows. */
function stripTail(piece: string): string {
  for (let at = piece.indexOf('"'); at >= 0; at = piece.indexOf('"', at + 1)) {
    const before = piece.slice(0, at).trimEnd();
    if (before.endsWith(":")) return before.slice(0, -1).trimEnd();
    at = piece.indexOf('"', at + 1); // to the closing quote
    if (at < 0) break;
  }
  return piece;
}
