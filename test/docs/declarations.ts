/**
 * Declarations of TypeScript sources in short: the signature of a name in one line, and the first
 * sentence of its comment. Reads the text of a formatted file; a declaration begins at a line start.
 */

export interface Declaration {
  /** `function f(a: string): void`; several for overloads. */
  readonly signatures: readonly string[];
  /** First sentence of the doc comment. */
  readonly summary: string;
  /** Public members of a class, as signatures. */
  readonly members: readonly string[];
}

/** The declaration of an exported name in the text of its file. */
export function parseDeclaration(text: string, name: string): Declaration {
  const kinds = "interface|type|(?:abstract )?class|(?:async )?function\\*?|const|let";
  const found = [...text.matchAll(new RegExp(`^export (?:${kinds}) ${name}\\b`, "gm"))];
  const [first] = found;
  if (first === undefined) throw new Error(`there is no declaration of ${name}`);
  const codes = found.map(({ index }) => stripLineComments(text.slice(index + "export ".length)));
  const isOverloaded = codes.length > 1;
  const signatures = codes.flatMap((code) => {
    const end = findHeadEnd(code);
    // The implementation of overloads is not part of the interface.
    return isOverloaded && code[end] === "{" ? [] : [toOneLine(shorten(code, end))];
  });
  const [code = ""] = codes;
  const members = /^(abstract )?class/.test(code) ? parseMembers(code) : [];
  return { signatures, summary: parseSummary(text.slice(0, first.index)), members };
}

/** A declaration without its body: members of an interface by name, values of constants left out. */
function shorten(code: string, end: number): string {
  const head = code.slice(0, end);
  if (code.startsWith("interface") && code[end] === "{") {
    const body = stripComments(code.slice(end, findClosing(code, end)));
    const names = [...body.matchAll(/^ {2}(?:readonly )?(\w+)(\??)(\(|<)?/gm)].map(
      ([, name = "", optional = "", call]) => name + optional + (call === undefined ? "" : "()"),
    );
    return `${head}{ ${[...new Set(names)].join(", ")} }`.replace("{  }", "{}");
  }
  return head;
}

/** Where the head of a declaration ends: at its body, its value, or its semicolon. */
function findHeadEnd(code: string): number {
  const isType = code.startsWith("type");
  for (let i = 0; i < code.length; i++) {
    const char = code[i] ?? "";
    if (char === ";") return i;
    if (char === "=" && code[i + 1] === ">") i++;
    else if (char === "=" && !isType) return i;
    else if (char === '"') i = code.indexOf('"', i + 1);
    else if (char === "`") i = code.indexOf("`", i + 1);
    else if (char === "{" && !isType && !isTypeNext(code.slice(0, i))) return i;
    else if ("({[<".includes(char)) i = findClosing(code, i);
  }
  return code.length;
}

/** True where a type is expected after this text, so that a brace opens a type rather than a body. */
function isTypeNext(before: string): boolean {
  return /(?:[:|&,<(]|=>|\bis|\bkeyof|\breadonly)$/.test(before.trimEnd());
}

/** The position of the bracket that closes the one at a position. */
function findClosing(code: string, open: number): number {
  let depth = 0;
  for (let i = open; i < code.length; i++) {
    const char = code[i] ?? "";
    if (char === '"' || char === "`") i = code.indexOf(char, i + 1);
    else if (char === "=" && code[i + 1] === ">") i++;
    else if (code.startsWith("/*", i)) i = code.indexOf("*/", i) + 1;
    else if ("({[<".includes(char)) depth++;
    else if (")}]>".includes(char) && --depth === 0) return i;
  }
  return code.length;
}

/** Public members of a class: those that begin at the indentation of a member. */
function parseMembers(code: string): readonly string[] {
  const body = code.slice(0, /^\}/m.exec(code)?.index);
  const begins = body.matchAll(
    /^ {2}(?!private|protected|readonly #|static #|static readonly #|declare|async #|override|implements|extends)(?=\w)/gm,
  );
  const members = [...begins].map(({ index }) => {
    const member = stripComments(body.slice(index + 2));
    return toOneLine(member.slice(0, findHeadEnd(member)));
  });
  return [...new Set(members)]
    .filter((each) => each !== "constructor()" && each !== "static")
    .map((each) => each.replace(/^async \*?/, ""));
}

function parseSummary(before: string): string {
  const [, comment = ""] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before) ?? [];
  const text = comment
    .replaceAll(/^\s*\*/gm, "")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s+/g, " ")
    .trim();
  const [sentence = text] = /^.*?(?<!e\.g|i\.e|et al|vs)[.:](?= [A-Z`]|$)/.exec(text) ?? [];
  return sentence.replace(/:$/, ".");
}

function stripComments(code: string): string {
  return stripLineComments(code.replaceAll(/\/\*[\s\S]*?\*\//g, ""));
}

function stripLineComments(code: string): string {
  return code.replaceAll(/(?<![:"'`\\\w])\/\/ .*$/gm, "");
}

function toOneLine(code: string): string {
  return code
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([<]) /g, "$1")
    .replaceAll(/,? ([)\]>])/g, (all, close: string, at: number, whole: string) =>
      whole[at + all.length - 2] === "=" ? all : close,
    )
    .replace(/ ?= ?\|/, " =")
    .trim();
}
