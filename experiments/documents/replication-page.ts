/**
 * docs/replication.md: every stored table with its command, and the commands by model and
 * collection.
 */

import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { isFullOutcome } from "../outcome-extent.ts";
import {
  describeExtent,
  formatCommand,
  type StoredOutcome,
  type StoredTable,
} from "./stored-outcome.ts";

const OPENING = `# Replication: every table and figure

One command for each table and figure of the five sources. This page is generated from \`experiments/outcomes\` by
\`npm run docs:tables\`. Each command also writes \`report.html\` with the figures, \`report.json\`, CSV per table, values per query and
runs to the folder of \`--out\`; the papers' values are in brackets. [protocol.md](protocol.md) has the rules, [claims.md](claims.md) the verdicts on the
papers' claims. A quick outcome uses samples and one seed and shows that everything runs; \`--size full\` is what a report would cite, and resumes after an
interruption. The commands need a checkout of the repository: after \`npm ci\`, run them as \`npx termwise experiment\`.

\`\`\`sh
termwise experiment list
termwise experiment all --size quick
\`\`\`

At quick size all experiments take 13 minutes of processor time if the vectors are installed; a table at the end shows the time of each. A second run reuses the
trainings of the first.
`;

/** Models in rows, collections in columns. */
const MATRIX_MODELS: Readonly<Record<string, string>> = {
  "BM25, LM, RM3 tuned": "X0-tab1",
  "KNRM, PACRR, ConvKNRM and S-": "X0-tab1",
  "MatchPyramid, five kernels": "X2-compare",
  "DRMM, Duet and TDV": "X1-tab2",
  "TDV-BM25, TDV-LM, TDV-TF-IDF": "X1-tab2",
  "two-sided term weights": "term-weights",
  "FI, SDM, FDM, proximity": "X2-sdm",
  "seven vocabularies": "X3-tab2",
  "random and pretrained vectors": "X4-results",
};

/** The whole page. */
export function renderReplicationPage(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  return [
    OPENING,
    "## Models by collection\n",
    renderTable(createMatrix(experiments), "markdown"),
    "\nA cell is the command without `termwise experiment`; other collections work if they have the splits.\n",
    "## Tables\n",
    ...experiments.map((experiment) => renderSection(experiment, outcomes)),
  ].join("\n");
}

function createMatrix(experiments: readonly Experiment[]): Parameters<typeof renderTable>[0] {
  const collections = [
    ...["msmarco-mini", "wikiqa", "nfcorpus", "wordnet", "cranfield", "cisi", "vaswani"],
  ];
  const rows = Object.entries(MATRIX_MODELS).map(([model, id]) => {
    const experiment = experiments.find((each) => each.id === id);
    const supportedCollections =
      experiment?.collections.map((name) => name.replace(/:.*/, "")) ?? [];
    return [
      model,
      ...collections.map((name) =>
        supportedCollections.includes(name) ? `\`${id} --collection ${name}\`` : "–",
      ),
    ];
  });
  return { header: ["model", ...collections], rows, words: rows[0]?.map((_, i) => i) ?? [] };
}

/** The anchor of an experiment's section, as Markdown renderers derive it from the heading. */
export function toAnchor({ id, title }: Pick<Experiment, "id" | "title">): string {
  return `${id}: ${title}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function renderSection(experiment: Experiment, outcomes: readonly StoredOutcome[]): string {
  const { id, title, source } = experiment;
  const sectionOutcomes = outcomes.filter((each) => each.experiment === id);
  const head = [`### ${id}: ${title}\n`, `${source[0]?.toUpperCase()}${source.slice(1)}.\n`];
  if (sectionOutcomes.length === 0) return [...head, "No outcome is stored.\n"].join("\n");
  return [
    ...head,
    ...sectionOutcomes.flatMap((outcome) => {
      const { made, tables } = outcome;
      return [
        `\`${formatCommand(outcome, experiment)}\`; version ${made.version}, ${made.platform}.\n`,
        ...(isFullOutcome(outcome, experiment)
          ? []
          : [
              `**Smoke test** (${describeExtent(outcome)}): everything runs; no conclusion follows.\n`,
            ]),
        ...tables.map((table) => `**${table.name}**\n\n${renderMarkdownTable(table)}\n`),
      ];
    }),
  ].join("\n");
}

/** A stored table, columns of numbers aligned right. */
export function renderMarkdownTable({ header, rows }: StoredTable): string {
  const isWord = (column: number): boolean =>
    rows.some((row) => !/^[\d.,\s%+−×-]*$/.test(row[column] ?? ""));
  const words = header.flatMap((_, column) => (isWord(column) ? [column] : []));
  return renderTable({ header, rows, words }, "markdown");
}
