/** The rules that a source file keeps on its own: its name, its length, its first comment. */

import { stripComments } from "./import-graph.ts";

/** Most files are far shorter. A longer file holds more than one idea. */
const MAX_LINES = 400;

/** Broken rules of one file, as sentences that name it. */
export function checkFileRules(path: string, text: string): string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const broken: string[] = [];
  if (/^(utils?|helpers?|misc|types|shared|stuff)\.ts$/.test(name)) {
    broken.push(`${path} has a meaningless name`);
  }
  if (!/^[a-z0-9.-]+$/.test(name)) broken.push(`${path} is not in kebab-case`);
  const lines = text.split("\n").length;
  const isTable = /\bdata table\b|\bgenerated\b/i.test(text.slice(0, 200));
  if (lines > MAX_LINES && !isTable) broken.push(`${path} has ${lines} lines; split it`);
  const isExample = path.startsWith("examples/"); // short enough to need no header
  if (!isExample && !/^(#!.*\n\s*)?\/[*/]/.test(text)) {
    broken.push(`${path} does not begin with a comment that states its idea`);
  }
  return isEntryPoint(path) ? [...broken, ...checkEntryPointRule(path, text)] : broken;
}

/** The `index.ts` of a module or of a folder in it, and the files of `src` itself: entry points of the package. */
function isEntryPoint(path: string): boolean {
  return /^src\/(.+\/index|[^/]+)\.ts$/.test(path);
}

const REEXPORT = /\bexport\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+"[^"]+";/g;

function checkEntryPointRule(path: string, text: string): string[] {
  const rest = stripComments(text).replaceAll(REEXPORT, "").trim();
  return rest === "" ? [] : [`${path} is an entry point but contains code: ${rest.split("\n")[0]}`];
}
