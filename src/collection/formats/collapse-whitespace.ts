/** Collapses white space in texts whose lines were broken to fit a page. */

/** One space for each run of white space, none at the ends. */
export function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s{2,}|[^\S ]/g, " ").trim(); // skips single spaces, the majority
}
