/**
 * An explanation of one score as a page: the contribution of each query word, the match matrix as a
 * picture, the gated one beside it for models that gate the matches of words, the salience of each
 * word, and the kernel features or the matches that windows keep.
 */

import type {
  ExplainedToken,
  NgramMatches,
  PairExplanation,
  TopMatch,
} from "../reranking/index.ts";
import { escapeHtml } from "./svg-picture.ts";

const STYLE = `body{font:15px sans-serif;margin:2em}table{border-collapse:collapse;margin:1em 0}
th{font-weight:normal;text-align:right;padding:0 .5em}td{min-width:1.3em;text-align:right;padding:0 .3em}
.matrix td{height:1.3em;padding:0}.matrix .word{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left}`;

/** A self-contained HTML page. `title` names the query and the document. */
export function renderExplanationPage(explanation: PairExplanation, title: string): string {
  const { model, score, query, document, matches, gated, kernels, ngrams, windows } = explanation;
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(model)} scores ${score.toPrecision(5)}.</p>`,
    "<h2>Cosines of the words</h2>",
    renderMatrix(query, document, matches),
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
      renderHtmlTable(header, [...rows, ["sum", sum.toFixed(4)]]),
    );
  }
  if (gated !== undefined) {
    parts.push("<h2>The same, times the gates of the two words</h2>");
    parts.push(renderMatrix(query, document, gated));
  }
  if (query.some(({ salience }) => salience !== undefined)) {
    parts.push("<h2>Salience of the words</h2>", renderSaliences([...query, ...document]));
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
      renderHtmlTable(["counts matches near", "feature", "weight", "score"], rows),
    );
  }
  if (ngrams !== undefined) {
    parts.push("<h2>Best matches of n-grams</h2>", renderNgrams(query, document, ngrams));
  }
  if (windows !== undefined)
    parts.push("<h2>Matches that are kept</h2>", renderWindows(query, document, windows));
  if (explanation.occlusion !== undefined) parts.push(...renderOcclusion(explanation));
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style>`,
    ...parts,
    "</html>\n",
  ].join("\n");
}

/** The change of the score without each word, the largest first. */
function renderOcclusion({ occlusion, query, document }: PairExplanation): string[] {
  const of = (text: string, tokens: readonly ExplainedToken[], changes: readonly number[] = []) =>
    changes.map((change, i) => ({
      change,
      cells: [text, joinTokens(tokens, i, 1), String(i + 1)],
    }));
  const all = [
    ...of("query", query, occlusion?.query),
    ...of("document", document, occlusion?.document),
  ].sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const rows = all.map(({ change, cells }) => [...cells, change.toFixed(4)]);
  return [
    "<h2>What the score loses without each word</h2>",
    "<p>Each word is left out in turn. The changes do not add up to the score: words cover for each other.</p>",
    renderHtmlTable(["of the", "word", "place", "change"], rows),
  ];
}

/**
 * A cell is blue for a match and red for its opposite, darker if stronger; the number is its
 * tooltip.
 */
function renderMatrix(
  query: readonly ExplainedToken[],
  document: readonly ExplainedToken[],
  values: readonly Float64Array[],
): string {
  const head = document.map((token) => `<th class="word" scope="col">${formatToken(token)}</th>`);
  const rows = values.map((row, i) => {
    const cells = Array.from(row, (value, j) => {
      const [hue, alpha] = [value < 0 ? "213,94,0" : "0,114,178", Math.min(1, Math.abs(value))];
      const tooltip = `${formatToken(query[i])} · ${formatToken(document[j])}: ${value.toFixed(3)}`;
      return `<td style="background:rgba(${hue},${alpha.toFixed(3)})" title="${tooltip}"></td>`;
    });
    return `<tr><th scope="row">${formatToken(query[i])}</th>${cells.join("")}</tr>`;
  });
  return `<table class="matrix"><tr><td></td>${head.join("")}</tr>${rows.join("")}</table>`;
}

/** Every word once, the most salient first. */
function renderSaliences(tokens: readonly ExplainedToken[]): string {
  const salienceByWord = new Map(tokens.map((token) => [token.word, token.salience]));
  const rows = [...salienceByWord]
    .filter((entry): entry is [string, number] => entry[1] !== undefined)
    .sort(([, a], [, b]) => b - a)
    .map(([word, salience]) => [word, salience.toFixed(3)]);
  return renderHtmlTable(["word", "salience"], rows);
}

function renderWindows(
  query: readonly ExplainedToken[],
  document: readonly ExplainedToken[],
  windows: readonly (readonly (readonly TopMatch[])[])[],
): string {
  const rows = windows.flatMap((terms, size) =>
    terms.map((matches, i) => [
      `${size + 1} × ${size + 1}`,
      joinTokens(query, i, 1),
      matches.map((match) => formatMatch(document, match, 1)).join("; "),
    ]),
  );
  return renderHtmlTable(["window", "query word", "largest matches"], rows);
}

function renderNgrams(
  query: readonly ExplainedToken[],
  document: readonly ExplainedToken[],
  ngrams: readonly NgramMatches[],
): string {
  const rows = ngrams.flatMap((lengths) =>
    lengths.rows.map((matches, i) => [
      `${lengths.query} × ${lengths.document}`,
      joinTokens(query, i, lengths.query),
      matches.map((match) => formatMatch(document, match, lengths.document)).join("; "),
    ]),
  );
  return renderHtmlTable(["words", "of the query", "of the document"], rows);
}

/** `wool at 2: 0.750`, and with a gate `wool at 2: 0.750 × 0.500`. */
function formatMatch(
  document: readonly ExplainedToken[],
  { place: position, value, gate }: TopMatch,
  length: number,
): string {
  const factor = gate === undefined ? "" : ` × ${gate.toFixed(3)}`;
  return `${joinTokens(document, position, length)} at ${position + 1}: ${value.toFixed(3)}${factor}`;
}

/** The words of an n-gram; fewer at the end of the text. */
function joinTokens(tokens: readonly ExplainedToken[], position: number, length: number): string {
  const words = tokens.slice(position, position + length).map(({ word }) => word ?? "(unknown)");
  return words.join(" ");
}

function renderHtmlTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = header.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
  const lines = rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`,
  );
  return `<table><tr>${head}</tr>${lines.join("")}</table>`;
}

function formatToken(token: ExplainedToken | undefined): string {
  return escapeHtml(token?.word ?? "(unknown)");
}
