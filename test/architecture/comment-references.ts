/**
 * Comments must name only what exists: files (`normalise-text.ts`, `docs/format.md`), constants
 * (`MAX_LINES`) and names in backquotes (`parseImports`). A stale name in a comment misleads the
 * reader.
 */

import { extractComments, type Sources, stripComments } from "./import-graph.ts";

/** Names from outside the project that comments may use. */
const FOREIGN: ReadonlySet<string> = new Set(["@lat.md", "BertForSequenceClassification"]);

const FILE = /[\w@./-]*[\w-]+\.(?:ts|mjs|md)\b/g;
const CONSTANT = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const QUOTED = /`([A-Za-z]\w*?[a-z][A-Z]\w*)(?:\(\))?`/g;

/**
 * Names in the comments of `sources` that are neither in the code nor among `files`, each with its
 * file.
 */
export function findMissingNames(sources: Sources, files: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of sources.values()) {
    for (const [word] of stripComments(text).matchAll(/\w+/g)) words.add(word);
  }
  const isFile = (name: string): boolean => {
    const path = name.replace(/^(\.\.?\/)+/, "");
    return files.some((file) => file === path || file.endsWith(`/${path}`));
  };
  const missing: string[] = [];
  for (const [path, text] of sources) {
    const comments = extractComments(text).join("\n");
    const paths = [...comments.matchAll(FILE)].map(([name]) => name).filter((n) => !isFile(n));
    const constants = [...comments.matchAll(CONSTANT)].map(([name]) => name);
    const quoted = [...comments.matchAll(QUOTED)].map(([, name = ""]) => name);
    const unknown = [...constants, ...quoted].filter((name) => !words.has(name));
    for (const name of new Set([...paths, ...unknown])) {
      if (!FOREIGN.has(name)) missing.push(`${path} names ${name}, which does not exist`);
    }
  }
  return missing;
}
