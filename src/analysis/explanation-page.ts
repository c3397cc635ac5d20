/**
 * An explanation of one score as a page: what each query word adds to it, the
 * match matrix as a picture, the gated one beside it for models that gate the
 * matches of words, the salience of each word, and what the kernels count or
 * the windows keep.
 */

import type { KeptMatch, NgramMatches, PairExplanation, ReadToken } from "../reranking/index.ts";
import { escaped } from "./svg-picture.ts";

const STYLE = `body{font:15px sans-serif;margin:2em}table{border-collapse:collapse;margin:1em 0}
th{font-weight:normal;text-align:right;padding:0 .5em}td{min-width:1.3em;text-align:right;padding:0 .3em}
.matrix td{height:1.3em;padding:0}.matrix .word{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left}`;

/** A whole HTML page that stands alone. `title` says what was asked and which document it is. */
export function explanationPage(explanation: PairExplanation, title: string): string {
  const { model, score, query, document, matches, gated, kernels, ngrams, windows } = explanation;
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    `<p>${escaped(model)} scores ${score.toPrecision(5)}.</p>`,
    "<h2>Cosines of the words</h2>",
    matrix(query, document, matches),
  ];
  const { contributions } = explanation;
  if (contributions !== undefined) {
    const rows = query.map(({ word }, i) => [
      word ?? "(unknown)",
      (contributions[i] as number).toFixed(4),
    ]);
    const { rest } = explanation;
    const sum = contributions.reduce((total, part) => total + part, rest ?? 0);
    if (rest !== undefined) rows.push(["(biases of the network)", rest.toFixed(4)]);
    const header = ["query word", "contribution"];
    parts.push(
      "<h2>Contributions to the score</h2>",
      table(header, [...rows, ["sum", sum.toFixed(4)]]),
    );
  }
  if (gated !== undefined) {
    parts.push("<h2>The same, times the gates of the two words</h2>");
    parts.push(matrix(query, document, gated));
  }
  if (query.some(({ salience }) => salience !== undefined)) {
    parts.push("<h2>Salience of the words</h2>", saliences([...query, ...document]));
  }
  if (kernels !== undefined) {
    const rows = kernels.map(({ name, feature, weight }) => [
      name,
      feature.toFixed(4),
      weight.toFixed(4),
      (feature * weight).toFixed(4),
    ]);
    parts.push(
      "<h2>Kernels</h2>",
      table(["counts matches near", "feature", "weight", "score"], rows),
    );
  }
  if (ngrams !== undefined) {
    parts.push("<h2>Best matches of n-grams</h2>", ngramTable(query, document, ngrams));
  }
  if (windows !== undefined)
    parts.push("<h2>Matches that are kept</h2>", kept(query, document, windows));
  if (explanation.occlusion !== undefined) parts.push(...occlusionParts(explanation));
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${escaped(title)}</title><style>${STYLE}</style>`,
    ...parts,
    "</html>\n",
  ].join("\n");
}

/** What the score loses without each word, the largest changes first. */
function occlusionParts({ occlusion, query, document }: PairExplanation): string[] {
  const of = (text: string, tokens: readonly ReadToken[], changes: readonly number[] = []) =>
    changes.map((change, i) => ({ change, cells: [text, spelled(tokens, i, 1), String(i + 1)] }));
  const all = [
    ...of("query", query, occlusion?.query),
    ...of("document", document, occlusion?.document),
  ].sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const rows = all.map(({ change, cells }) => [...cells, change.toFixed(4)]);
  return [
    "<h2>What the score loses without each word</h2>",
    "<p>Each word is left out in turn. The changes do not add up to the score: words cover for each other.</p>",
    table(["of the", "word", "place", "change"], rows),
  ];
}

/** A cell is blue for a match and red for its opposite, the darker the stronger; its number is its tooltip. */
function matrix(
  query: readonly ReadToken[],
  document: readonly ReadToken[],
  values: readonly Float64Array[],
): string {
  const head = document.map((token) => `<th class="word" scope="col">${wordOf(token)}</th>`);
  const rows = values.map((row, i) => {
    const cells = Array.from(row, (value, j) => {
      const [hue, alpha] = [value < 0 ? "213,94,0" : "0,114,178", Math.min(1, Math.abs(value))];
      const told = `${wordOf(query[i])} · ${wordOf(document[j])}: ${value.toFixed(3)}`;
      return `<td style="background:rgba(${hue},${alpha.toFixed(3)})" title="${told}"></td>`;
    });
    return `<tr><th scope="row">${wordOf(query[i])}</th>${cells.join("")}</tr>`;
  });
  return `<table class="matrix"><tr><td></td>${head.join("")}</tr>${rows.join("")}</table>`;
}

/** Every word once, the most salient first. */
function saliences(tokens: readonly ReadToken[]): string {
  const known = new Map(tokens.map((token) => [token.word, token.salience]));
  const rows = [...known]
    .filter((entry): entry is [string, number] => entry[1] !== undefined)
    .sort(([, a], [, b]) => b - a)
    .map(([word, salience]) => [word, salience.toFixed(3)]);
  return table(["word", "salience"], rows);
}

function kept(
  query: readonly ReadToken[],
  document: readonly ReadToken[],
  windows: readonly (readonly (readonly KeptMatch[])[])[],
): string {
  const rows = windows.flatMap((terms, size) =>
    terms.map((matches, i) => [
      `${size + 1} × ${size + 1}`,
      spelled(query, i, 1),
      matches.map((match) => told(document, match, 1)).join("; "),
    ]),
  );
  return table(["window", "query word", "largest matches"], rows);
}

function ngramTable(
  query: readonly ReadToken[],
  document: readonly ReadToken[],
  ngrams: readonly NgramMatches[],
): string {
  const rows = ngrams.flatMap((lengths) =>
    lengths.rows.map((matches, i) => [
      `${lengths.query} × ${lengths.document}`,
      spelled(query, i, lengths.query),
      matches.map((match) => told(document, match, lengths.document)).join("; "),
    ]),
  );
  return table(["words", "of the query", "of the document"], rows);
}

/** `wool at 2: 0.750`, and with a gate `wool at 2: 0.750 × 0.500`. */
function told(
  document: readonly ReadToken[],
  { place, value, gate }: KeptMatch,
  length: number,
): string {
  const factor = gate === undefined ? "" : ` × ${gate.toFixed(3)}`;
  return `${spelled(document, place, length)} at ${place + 1}: ${value.toFixed(3)}${factor}`;
}

/** The words of an n-gram; one that reaches past the end has fewer. */
function spelled(tokens: readonly ReadToken[], place: number, length: number): string {
  const words = tokens.slice(place, place + length).map(({ word }) => word ?? "(unknown)");
  return words.join(" ");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = header.map((name) => `<th scope="col">${escaped(name)}</th>`).join("");
  const lines = rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
  );
  return `<table><tr>${head}</tr>${lines.join("")}</table>`;
}

function wordOf(token: ReadToken | undefined): string {
  return escaped(token?.word ?? "(unknown)");
}
