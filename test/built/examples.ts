/**
 * The examples, valid JavaScript and TypeScript, with their last comment: where they run and what
 * they print.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../examples");

export interface Example {
  readonly name: string;
  readonly code: string;
  /** Lines of code, without the comments at the end. */
  readonly lines: number;
  readonly inNode: boolean;
  readonly inChromium: boolean;
  readonly prints: string;
}

export function readExample(name: string, source: string): Example {
  const [, code = "", where = "", printed = ""] =
    /^(.*\n)\n\/\/ In (.*)\. Prints:\n(.*)$/s.exec(source) ?? [];
  return {
    name,
    code,
    lines: code.trimEnd().split("\n").length,
    inNode: where.includes("Node"),
    inChromium: where.includes("Chromium"),
    prints: printed.replaceAll(/^\/\/ ?/gm, "").trimEnd(),
  };
}

export const EXAMPLES: readonly Example[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readExample(file.slice(0, -3), readFileSync(join(FOLDER, file), "utf8")));
