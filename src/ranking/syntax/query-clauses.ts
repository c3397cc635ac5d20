/**
 * The optional query syntax: "a phrase", +must, -not, prefix*, fuzzy~ or
 * fuzzy~1.
 *
 * Any string has a meaning. An operator that stands where it means nothing, a
 * quote that is never closed, a plus in C++ or a hyphen inside a word, is
 * text like any other.
 */

export interface QueryClause {
  /** `should` helps, `must` is needed, `not` excludes. */
  readonly mode: "should" | "must" | "not";
  readonly kind: "words" | "phrase" | "prefix" | "fuzzy";
  /** What stands between the operators, still to be analysed. */
  readonly text: string;
  /** How many edits a fuzzy word may be away, or as its length allows; 0 for the other kinds. */
  readonly edits: 0 | 1 | 2 | "by length";
}

/** Reads a query. Never throws; takes time linear in the length. */
export function parseQuery(query: string): QueryClause[] {
  const clauses: QueryClause[] = [];
  // A sign, then a closed quotation or a run without white space.
  for (const [, sign, quoted, plain = ""] of query.matchAll(PART)) {
    const mode = sign === "+" ? "must" : sign === "-" ? "not" : "should";
    if (quoted !== undefined) clauses.push({ mode, kind: "phrase", text: quoted, edits: 0 });
    else clauses.push(plainClause(mode, plain));
  }
  return clauses;
}

const PART = /([+-](?=\S))?(?:"([^"]*)"|(\S+))/gu;

function plainClause(mode: QueryClause["mode"], text: string): QueryClause {
  if (text.length > 1 && text.endsWith("*")) {
    return { mode, kind: "prefix", text: text.slice(0, -1), edits: 0 };
  }
  const tilde = text.lastIndexOf("~");
  const edits = FUZZY_ENDINGS.get(text.slice(tilde));
  if (tilde > 0 && edits !== undefined) {
    return { mode, kind: "fuzzy", text: text.slice(0, tilde), edits };
  }
  return { mode, kind: "words", text, edits: 0 };
}

const FUZZY_ENDINGS: ReadonlyMap<string, 1 | 2 | "by length"> = new Map<
  string,
  1 | 2 | "by length"
>([
  ["~", "by length"],
  ["~1", 1],
  ["~2", 2],
]);
