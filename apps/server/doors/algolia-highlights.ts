/** Fields of a hit with the words of the query marked, escaped for HTML, as Algolia's widgets show them. */

const WORDS = /[\p{L}\p{N}]+/gu;

interface Highlight {
  readonly value: string;
  readonly matchLevel: "none" | "partial" | "full";
  readonly matchedWords: readonly string[];
}

/** The texts of a document with marks, by field. */
export function highlighted(
  document: Readonly<Record<string, unknown>>,
  query: string,
  [before, after]: readonly [string, string],
): Record<string, Highlight> {
  const wanted = [...new Set(query.toLowerCase().match(WORDS) ?? [])];
  const fields: Record<string, Highlight> = Object.create(null);
  for (const [name, value] of Object.entries(document)) {
    if (typeof value !== "string") continue;
    const matched = new Set<string>();
    let marked = "";
    let end = 0;
    for (const { 0: word, index } of value.matchAll(WORDS)) {
      const found = wanted.find((each) => isAlike(word.toLowerCase(), each));
      marked += escaped(value.slice(end, index));
      marked += found === undefined ? escaped(word) : `${before}${escaped(word)}${after}`;
      if (found !== undefined) matched.add(found);
      end = index + word.length;
    }
    const isFull = wanted.length > 0 && matched.size === wanted.length;
    fields[name] = {
      value: marked + escaped(value.slice(end)),
      matchLevel: isFull ? "full" : matched.size > 0 ? "partial" : "none",
      matchedWords: [...matched],
    };
  }
  return fields;
}

/** The same word, or one that begins with the other and has an ending of up to three letters more. */
function isAlike(word: string, wanted: string): boolean {
  const [short, long] = word.length < wanted.length ? [word, wanted] : [wanted, word];
  return (
    long.startsWith(short) &&
    (short.length > 2 || long === short) &&
    long.length <= short.length + 3
  );
}

function escaped(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => codes[character] as string);
}
