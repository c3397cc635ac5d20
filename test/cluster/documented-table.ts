/**
 * Tables of docs/opensearch.md that a suite has measured. With TERMWISE_WRITE_TABLES they are written
 * there; otherwise they must be what the page says.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const PAGE = join(import.meta.dirname, "../../docs/opensearch.md");

/** Compares the rows between `<!-- name: … -->` and `<!-- /name -->`, or writes them. */
export function expectTable(
  name: string,
  heading: readonly string[],
  rows: readonly string[],
): void {
  const page = readFileSync(PAGE, "utf8");
  const [start = ""] = new RegExp(`<!-- ${name}: .* -->\\n`).exec(page) ?? [];
  expect(start, `${name} in docs/opensearch.md`).not.toBe("");
  const from = page.indexOf(start) + start.length;
  const to = page.indexOf(`<!-- /${name} -->`);
  const table = `${[...heading, ...rows].join("\n")}\n`;
  if (process.env.TERMWISE_WRITE_TABLES === undefined) expect(page.slice(from, to)).toBe(table);
  else writeFileSync(PAGE, page.slice(0, from) + table + page.slice(to));
}
