/**
 * The order of strings by their UTF-8 bytes, without encoding them.
 *
 * trec_eval compares document ids with strcmp, that is by bytes. JavaScript's
 * `<` compares UTF-16 units, which puts U+E000–U+FFFF after the characters
 * beyond U+FFFF (their surrogates start at U+D800). Moving surrogates above
 * the rest corrects exactly that. A lone surrogate sorts where its pair would.
 */

/** Negative if `a` sorts first, positive if `b` does, 0 if they are equal. */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return toCodePointOrder(x) - toCodePointOrder(y);
  }
  return a.length - b.length;
}

function toCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
