/**
 * The optional query syntax: "a phrase", +must, -not, prefix*, fuzzy~ or fuzzy~1,
 * and, over fields, title:word and title:"a phrase".
 *
 * Any string is valid. A misplaced operator, such as a quote that is never closed, a
 * plus in C++ or a hyphen inside a word, is ordinary text.
 */

export interface QueryClause {
  /** `should` adds to the score, `must` is required, `not` excludes. */
  readonly mode: "should" | "must" | "not";
  readonly kind: "words" | "phrase" | "prefix" | "fuzzy";
  /** The text between the operators, not yet analysed. */
  readonly text: string;
  /** Maximum number of edits of a fuzzy word, or by its length; 0 for the other kinds. */
  readonly edits: 0 | 1 | 2 | "by length";
  /** The field to search; absent for any field. */
  readonly field?: string;
}

/**
 * Parses a query; `fields` are the names that may precede a colon. Never throws;
 * takes time linear in the length.
 */
export function parseQuery(query: string, fields: readonly string[] = []): QueryClause[] {
  if (fields.length > 0) return parseFieldQuery(query, new Set(fields));
  const clauses: QueryClause[] = [];
  // A sign, then a closed quotation or a run without white space.
  for (const [, sign, quoted, plain = ""] of query.matchAll(PART)) {
    const mode = sign === "+" ? "must" : sign === "-" ? "not" : "should";
    if (quoted !== undefined) clauses.push({ mode, kind: "phrase", text: quoted, edits: 0 });
    else clauses.push(plainClause(mode, plain));
  }
  return clauses;
}

/** The same with field names. Another name before a colon is text. */
function parseFieldQuery(query: string, fields: ReadonlySet<string>): QueryClause[] {
  const clauses: QueryClause[] = [];
  for (const [, sign, fieldPrefix, quoted, plain = ""] of query.matchAll(PART_WITH_FIELD)) {
    const mode = sign === "+" ? "must" : sign === "-" ? "not" : "should";
    if (quoted !== undefined) {
      const isField = fieldPrefix !== undefined && fields.has(fieldPrefix);
      if (fieldPrefix !== undefined && !isField) clauses.push(plainClause(mode, fieldPrefix));
      const phrase: QueryClause = { mode, kind: "phrase", text: quoted, edits: 0 };
      clauses.push(isField ? { ...phrase, field: fieldPrefix } : phrase);
      continue;
    }
    const colon = plain.indexOf(":");
    const field = plain.slice(0, Math.max(0, colon));
    const isField = fields.has(field) && colon < plain.length - 1;
    const text = isField ? plain.slice(colon + 1) : plain;
    clauses.push(isField ? { ...plainClause(mode, text), field } : plainClause(mode, text));
  }
  return clauses;
}

const PART_WITH_FIELD = /([+-](?=\S))?(?:([^\s:"]+):(?="[^"]*"))?(?:"([^"]*)"|(\S+))/gu;

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
