/** The list of rankers and their documentation page, generated from the declarations. */

import { IDF_FORMULAS } from "../scorers/salience.ts";
import type { OptionDeclaration, RankerDeclaration } from "./declaration.ts";
import { formatRange, writeOption } from "./option-value.ts";
import { RANKERS } from "./rankers.ts";

/** One line per ranker: its name and what it does. */
export function rankerList(): { readonly name: string; readonly summary: string }[] {
  return RANKERS.map(({ name, summary }) => ({ name, summary }));
}

/** The page of all rankers, in Markdown. */
export function renderRankersPage(): string {
  return [PREFACE, ...RANKERS.map(renderRankerSection)].join("\n");
}

const PREFACE = `# Rankers

A ranker is written by its name, with options in parentheses: \`bm25\`, \`bm25(k1=0.6,b=0.8)\`,
\`rm3(bm25,docs=10)\`, \`hybrid(bm25,dense)\`. Options that are left out take their defaults. The
library prints the shortest equivalent name. This page is generated from the declarations in
\`src/ranking/naming/\`; a test compares the two.

In the formulas, tf is the frequency of a term in a document, df the number of documents that
contain it, cf its number of occurrences in the collection, N the number of documents, |C| the
number of indexed words in the collection, and log is the natural logarithm. A query term that
is typed twice counts twice. Terms that are not in the index are ignored. A document that
contains no query term is returned only by the rankers that use vectors: \`hybrid\`, \`rrf\` and
\`dense\`. Documents with equal scores are ordered by id, the larger id in byte order first, as
in trec_eval.

| idf | weight of a term |
|---|---|
${Object.entries(IDF_FORMULAS)
  .map(([form, formula]) => `| \`${form}\` | ${formula} |`)
  .join("\n")}
`;

function renderRankerSection(declaration: RankerDeclaration): string {
  const { name, summary, formula, source, options, presets = {} } = declaration;
  const base = renderBase(declaration);
  const table = [
    "| option | allowed | default | meaning |",
    "|---|---|---|---|",
    ...options.map(renderOptionRow),
  ];
  const sets = Object.entries(presets).map(([preset, values]) => {
    const assignments = Object.entries(values).map(
      ([key, value]) => `${key}=${writeOption(value)}`,
    );
    return `- \`preset=${preset}\`: ${assignments.join(", ")}`;
  });
  const choices = options.flatMap(renderChoices);
  return [
    `## ${name}`,
    "",
    `${capitalise(summary)}. ${source}.`,
    "",
    `> ${formula}`,
    base,
    ...table,
    "",
    ...choices,
    ...(sets.length === 0 ? [] : [...sets, ""]),
  ].join("\n");
}

/** What is written before the options, as a paragraph. */
function renderBase(declaration: RankerDeclaration): string {
  if (declaration.kind === "layered") {
    return `\nBuilds on a ranker over single terms, which is written first. Default: \`${declaration.base}\`.\n`;
  }
  if (declaration.kind !== "dense") return "";
  const { name, isFused } = declaration;
  const needs =
    "Needs an index with vectors and a query vector or an encoder: [hybrid.md](hybrid.md).";
  if (!isFused) return `\n${needs}\n`;
  return `\nCombines a lexical ranker with \`dense\`: \`${name}(bm25,dense)\`. Default: the ranker of the index. ${needs}\n`;
}

function renderOptionRow(option: OptionDeclaration): string {
  return `| \`${option.name}\` | ${formatRange(option)} | ${writeOption(option.default)} | ${option.summary} |`;
}

function renderChoices(option: OptionDeclaration): string[] {
  if (option.kind !== "choice") return [];
  // The forms of idf are described once, at the top of the page.
  const own = Object.entries(option.choices).filter(
    ([value]) => !Object.hasOwn(IDF_FORMULAS, value) || option.name !== "idf",
  );
  if (own.length === 0) return [];
  const rows = own.map(([value, description]) => `- \`${option.name}=${value}\`: ${description}`);
  return [...rows, ""];
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
