/** Fields of a hit with the words of the query marked, escaped for HTML, as Algolia's widgets show them. */

const WORDS = /[\p{L}\p{N}]+/gu;

interface Highlight {
  readonly value: string;
  readonly matchLevel: "none" | "partial" | "full";
  readonly matchedWords: readonly string[];
}

/** The texts of a document with marks, by field. */
export function highlightFields(
  document: Readonly<Record<string, unknown>>,
  query: string,
  [before, after]: readonly [string, string],
): Record<string, Highlight> {
  const queryWords = [...new Set(query.toLowerCase().match(WORDS) ?? [])];
  const fields: Record<string, Highlight> = Object.create(null);
  for (const [name, value] of Object.entries(document)) {
    if (typeof value !== "string") continue;
    const matched = new Set<string>();
    let marked = "";
    let end = 0;
    for (const { 0: word, index } of value.matchAll(WORDS)) {
      const matchedWord = queryWords.find((each) => isPrefixMatch(word.toLowerCase(), each));
      marked += escapeHtml(value.slice(end, index));
      marked +=
        matchedWord === undefined ? escapeHtml(word) : `${before}${escapeHtml(word)}${after}`;
      if (matchedWord !== undefined) matched.add(matchedWord);
      end = index + word.length;
    }
    const isFull = queryWords.length > 0 && matched.size === queryWords.length;
    fields[name] = {
      value: marked + escapeHtml(value.slice(end)),
      matchLevel: isFull ? "full" : matched.size > 0 ? "partial" : "none",
      matchedWords: [...matched],
    };
  }
  return fields;
}

/** The same word, or one that begins with the other and has an ending of up to three letters more. */
function isPrefixMatch(word: string, queryWord: string): boolean {
  const [short, long] = word.length < queryWord.length ? [word, queryWord] : [queryWord, word];
  return (
    long.startsWith(short) &&
    (short.length > 2 || long === short) &&
    long.length <= short.length + 3
  );
}

function escapeHtml(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => codes[character] as string);
}
