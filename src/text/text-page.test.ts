/** Checks docs/text.md against the analyzer. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openAnalyzer } from "./analyzer.ts";
import { ANALYZER_VERSION } from "./analyzer-options.ts";
import { STEMMED_LANGUAGES } from "./stemmer.ts";
import { STOP_LISTS } from "./stop-lists.ts";
import { MAX_TOKEN_LENGTH } from "./tokeniser.ts";

const file = join(import.meta.dirname, "../../docs/text.md");
/** Without the spaces that align its columns. */
const page = readFileSync(file, "utf8").replace(/ {2,}/g, " ");

/** The rows of the first table, without its head; a cell is the text between its backquotes. */
const examples = (page.split("## Rules by example")[1]?.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => /`(.*)`/.exec(cell)?.[1] ?? ""),
  );

describe("docs/text.md", () => {
  test("has examples", () => {
    expect(examples.length).toBeGreaterThanOrEqual(20);
  });

  test.each(examples)("is right about %s %s", async (text = "", options, tokens, terms) => {
    const analyzer = await openAnalyzer(JSON.parse(options || "{}"));
    const source = text.replace(/\\u([0-9a-f]{4})/g, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    const forms = analyzer.tokenise(source).map((token) => token.text);
    expect(forms.join(" ")).toBe(tokens);
    expect(analyzer.terms(source).join(" ")).toBe(terms);
  });

  test("lists every language, the sizes of the lists, the limit and the version", () => {
    for (const language of STEMMED_LANGUAGES) expect(page).toContain(`| ${language} |`);
    expect(page).toContain(`\`english-short\` (${STOP_LISTS["english-short"].length} words)`);
    expect(page).toContain(`\`english\` (${STOP_LISTS.english.length})`);
    expect(page).toContain(`at most ${MAX_TOKEN_LENGTH} UTF-16 units`);
    expect(page).toContain(`is an error | ${ANALYZER_VERSION} with one of the four`);
  });
});
