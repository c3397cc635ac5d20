/**
 * The data flows of docs/architecture.md: numbered steps under a heading, each
 * of which begins with a file. A flow never goes back to an earlier module.
 */

import { MODULES, parseModuleName } from "./module-order.ts";

export interface DataFlow {
  readonly title: string;
  /** The file of each step, in order. */
  readonly files: readonly string[];
}

/**
 * Parses the data flows of a page: the sections between the heading `# Data flows` and the next `#
 * `.
 */
export function parseDataFlows(markdown: string): DataFlow[] {
  const [, after = ""] = markdown.split(/^# Data flows$/m);
  const [part = ""] = after.split(/^# /m);
  return part
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split("\n")[0] as string,
      files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file),
    }));
}

/** Steps that are in an earlier module than the step before, as sentences. */
export function findBackwardSteps({ title, files }: DataFlow): string[] {
  const level = (file: string): number => MODULES.indexOf(parseModuleName(file));
  return files.flatMap((file, i) => {
    const before = files[i - 1];
    if (level(file) < 0) return [`${title}: ${file} is in no module`];
    if (before === undefined || level(before) <= level(file)) return [];
    return [`${title}: ${file} goes back from ${before}`];
  });
}
