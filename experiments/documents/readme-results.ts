/** The table of results of the README, from stored outcomes: each figure links to its command. */

import { badArgument, quote } from "../../src/common/errors.ts";
import type { Experiment } from "../experiment.ts";
import type { BenchmarkFiles } from "./benchmark-files.ts";
import { countVerdicts } from "./claims-page.ts";
import { toAnchor } from "./replication-page.ts";
import { createSpeedRows } from "./speed-rows.ts";
import { describeExtent, type StoredOutcome, type StoredTable } from "./stored-outcome.ts";

/** The usual names of collections. */
const NAMES: Readonly<Record<string, string>> = {
  cisi: "CISI",
  cranfield: "Cranfield",
  medquad: "MedQuAD",
  nfcorpus: "NFCorpus",
  vaswani: "Vaswani",
  wikiqa: "WikiQA",
  wordnet: "WordNet",
};

/** The rows that the stored outcomes support. */
export function renderReadmeResults(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
  benchmarks: BenchmarkFiles,
): string {
  const rows = [
    ...createTermWeightRows(experiments, outcomes),
    ...createGateRow(experiments, outcomes),
    ...createSpeedRows(benchmarks),
    [
      "**Papers replicated**",
      `${experiments.filter(({ id }) => /^X\d/.test(id)).length} tables and figures, one command each ([replication.md](docs/replication.md)); of ${countVerdicts(outcomes)}`,
      "[claims.md](docs/claims.md)",
    ],
  ];
  // Cells of sentences are not padded, because that would make the source unreadable.
  return [["", "", "how"], ["---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function createTermWeightRows(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string[][] {
  const experiment = experiments.find(({ id }) => id === "term-weights");
  const outcome = outcomes.find((each) => each.experiment === "term-weights");
  if (outcome === undefined || experiment === undefined) return [];
  const [gains, , sizes] = outcome.tables as [StoredTable, StoredTable, StoredTable];
  const tests = gains.rows.map((row) => ({
    name: NAMES[row[0] ?? ""] ?? row[0] ?? "",
    tuned: readCell(gains, row, "tuned"),
    learned: readCell(gains, row, "learned"),
    change: Number(formatSigned(readCell(gains, row, "learned - tuned").split(" ")[0] ?? "")),
    isSignificant: isBelow(readCell(gains, row, "p"), 0.05),
    pruned: Number(formatSigned(readCell(gains, row, "pruned - tuned").split(" ")[0] ?? "")),
  }));
  const better = tests.filter(({ change }) => change > 0);
  const changes = tests.map(({ change }) => change).sort((a, b) => a - b);
  const examples = [...tests].sort((a, b) => b.change - a.change).slice(0, 3);
  const postingShares = sizes.rows.map((row) =>
    Number.parseFloat(readCell(sizes, row, "postings kept")),
  );
  const notWorse = tests.filter(({ pruned }) => pruned >= 0).length;
  const link = `[command](docs/replication.md#${toAnchor(experiment)})`;
  return [
    [
      "**Better than tuned BM25**",
      `learned term weights rank above BM25 tuned on the same queries on ${better.length} of ${tests.length} collections (nDCG@10 ${formatValue(changes[0])} to ${formatValue(changes.at(-1))}; ${tests.filter((each) => each.isSignificant && each.change > 0).length} significant after Holm's correction), for example ${examples.map(({ name, tuned, learned }) => `${tuned} → ${learned} on ${name}`).join(", ")}`,
      `${link}, [discrimination.md](docs/discrimination.md)`,
    ],
    [
      "**Smaller indexes**",
      `the pruned indexes keep ${Math.min(...postingShares)} to ${Math.max(...postingShares)} % of the postings; their mean nDCG@10 is above tuned BM25's on ${notWorse} of ${tests.length} collections`,
      `${link}, [discrimination.md](docs/discrimination.md)`,
    ],
  ];
}

/** Claims that a learned gate improves a model over its base. */
const GATES = ["S0.1", "S0.2", "S0.3"];

/** The gains of learned gates, significant and not. */
function createGateRow(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string[][] {
  const experiment = experiments.find(({ id }) => id === "X0-tab1");
  const tableOutcomes = outcomes.filter((each) => each.experiment === "X0-tab1");
  if (experiment === undefined || tableOutcomes.length === 0) return [];
  const all = tableOutcomes.flatMap((outcome) =>
    outcome.findings
      .filter(({ claim }) => GATES.includes(claim))
      .map((finding) => ({ ...finding, extent: describeExtent(outcome) })),
  );
  const holding = all.filter(({ verdict }) => verdict === "holds");
  const formatResult = ({ measured, collection = "", extent }: (typeof all)[number]): string =>
    `${measured} on ${NAMES[collection] ?? collection} (${extent})`;
  return [
    [
      "**Learned gates**",
      `of ${all.length} comparisons of a neural re-ranker that learns salience with its base ${holding.length} show a gain after Holm's correction, ${all.filter(({ verdict }) => verdict === "fails").length} a loss: ${holding.map(formatResult).join("; ")}`,
      `[command](docs/replication.md#${toAnchor(experiment)}), [effectiveness.md](docs/effectiveness.md)`,
    ],
  ];
}

function readCell({ header }: StoredTable, row: readonly string[], column: string): string {
  const value = row[header.indexOf(column)];
  if (value === undefined) throw badArgument(`a stored table has no column ${quote(column)}`);
  return value;
}

/** `−.0012` with a plain minus sign. */
function formatSigned(text: string): string {
  return text.replace("−", "-").replace("+", "");
}

function formatValue(value = 0): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3).slice(1)}`;
}

function isBelow(p: string, level: number): boolean {
  return Number(p.replace("<", "").trim()) < level;
}
