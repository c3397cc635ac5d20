/**
 * A generated part of a document that is otherwise handwritten: the text between `<!-- name: … -->`
 * and `<!-- /name -->`.
 */

import { badArgument, quote } from "../../src/common/errors.ts";

/** The document with another text in a block. `BAD_ARGUMENT` if it lacks the markers. */
export function replaceBlock(document: string, name: string, text: string): string {
  const begin = new RegExp(`<!-- ${name}: [^\n]*-->\n`).exec(document);
  const end = document.indexOf(`<!-- /${name} -->`);
  if (begin === null || end < begin.index) {
    throw badArgument(`the document has no block ${quote(name)} with a begin and an end`);
  }
  const head = document.slice(0, begin.index + begin[0].length);
  return `${head}${text.trim()}\n${document.slice(end)}`;
}
