/** The table of results of the README, from stored outcomes: each figure links to its command. */

import { badArgument, quote } from "../../src/common/errors.ts";
import type { Experiment } from "../experiment.ts";
import { isFullOutcome } from "../outcome-extent.ts";
import type { BenchmarkFiles } from "./benchmark-files.ts";
import type { PageVerdict } from "./claim-verdict.ts";
import { countVerdicts } from "./judge-claim.ts";
import { describePrunedSpeed, findPrunedIndexResults } from "./pruned-index-table.ts";
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

/** Its judgements cover a few sentences per question, so a gain on all sentences is no example. */
const SEARCHED_WHOLE = "wikiqa";

/** Renders one row per result that a stored outcome supports. */
export function renderReadmeResults(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
  benchmarks: BenchmarkFiles,
): string {
  const rows = [
    ...createTermWeightRows(experiments, outcomes, benchmarks),
    ...createGateRow(experiments, outcomes),
    ...createSpeedRows(benchmarks),
    createReplicationRow(experiments, outcomes),
  ];
  // The cells hold sentences; padding them to one width would make the source unreadable.
  return [["", "result", "source"], ["---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function createTermWeightRows(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
  benchmarks: BenchmarkFiles,
): string[][] {
  const experiment = experiments.find(({ id }) => id === "term-weights");
  const outcome = outcomes.find((each) => each.experiment === "term-weights");
  if (outcome === undefined || experiment === undefined) return [];
  const [gains, , sizes, times] = outcome.tables as [
    ...[StoredTable, StoredTable, StoredTable, StoredTable],
  ];
  const all = gains.rows.map((row) => ({
    source: row[0] ?? "",
    name: NAMES[row[0] ?? ""] ?? row[0] ?? "",
    untuned: readCell(gains, row, "default"),
    tuned: readCell(gains, row, "tuned"),
    learned: readCell(gains, row, "learned"),
    change: Number(formatSigned(readCell(gains, row, "learned - tuned").split(" ")[0] ?? "")),
    isSignificant: isBelow(readCell(gains, row, "p"), 0.05),
  }));
  // Other divisions of a collection count as no further collections.
  const tests = all.filter(({ source }) => !source.includes(":"));
  const changes = tests.map(({ change }) => change).sort((a, b) => a - b);
  const significant = tests.filter(({ isSignificant, change }) => isSignificant && change > 0);
  const losses = tests.filter(({ isSignificant, change }) => isSignificant && change < 0);
  const examples = significant
    .filter(({ source }) => source !== SEARCHED_WHOLE)
    .sort((a, b) => b.change - a.change)
    .slice(0, 3);
  const other = all.find(({ source }) => source === "medquad:train-test");
  const limit =
    other === undefined
      ? ""
      : `. On questions of another kind the gain may vanish: ${other.tuned} → ${other.learned} on MedQuAD's test questions, where BM25 with default settings has ${other.untuned}`;
  const largest = tests.find(({ change }) => change === changes.at(-1));
  const whole =
    largest?.source === SEARCHED_WHOLE
      ? `. The largest change is that of ${largest.name}, whose judgements are not made for searching all its sentences`
      : "";
  const range = (table: StoredTable, column: string): string => {
    const rows = table.rows.filter(([source = ""]) => !source.includes(":"));
    const values = rows.map((row) => Number.parseFloat(readCell(table, row, column)));
    return `${Math.min(...values)} to ${Math.max(...values)}`;
  };
  const link = `[command](docs/replication.md#${toAnchor(experiment)})`;
  const pruned = findPrunedIndexResults(benchmarks);
  const speed =
    pruned === undefined
      ? `Searches for ten documents are ${range(times, "best 10, ratio")} times as fast as by tuned BM25, for 1,000 documents ${range(times, "best 1,000, ratio")} times`
      : describePrunedSpeed(pruned);
  const sources = [link, ...(pruned === undefined ? [] : ["`npm run bench -- pruned-index`"])];
  return [
    [
      "**Better ranking**",
      `Term weights learned from judged queries rank significantly better than tuned BM25 on ${significant.length} of ${tests.length} test collections and significantly worse on ${losses.length === 0 ? "none" : losses.length}; on the others the difference may be chance. nDCG@10, the quality of the first ten results from 0 to 1, changes by ${formatValue(changes[0])} to ${formatValue(changes.at(-1))}: ${examples.map(({ name, tuned, learned }) => `${tuned} → ${learned} on ${name}`).join(", ")}${whole}${limit}`,
      `${link}, [discrimination.md](docs/discrimination.md)`,
    ],
    [
      "**Smaller indexes**",
      `Index entries with low weights can be dropped: ${range(sizes, "postings kept")} % of them remain. The whole index has ${range(sizes, "whole index")} % of the bytes of an index with the same stop list, ${range(sizes, "without texts")} % without stored texts. ${speed}. nDCG@10 changes by ${range(sizes, "nDCG@10 - learned")} % against all entries with weights`,
      `${sources.join(", ")}, [discrimination.md](docs/discrimination.md)`,
    ],
  ];
}

/** What measures mean, for readers who do not know them. */
const MEASURES: Readonly<Record<string, string>> = {
  AP: "AP rewards relevant documents near the top",
  RR: "RR is 1 / rank of the first relevant document",
};

/** Claims that learned salience improves a model over its base. */
const GATES = ["S0.1", "S0.2", "S0.3"];

/** Counts significant gains, significant losses and undecided comparisons of learned salience. */
function createGateRow(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string[][] {
  const experiment = experiments.find(({ id }) => id === "X0-tab1");
  if (experiment === undefined) return [];
  const tableOutcomes = outcomes.filter(
    (each) => each.experiment === "X0-tab1" && isFullOutcome(each, experiment),
  );
  if (tableOutcomes.length === 0) return [];
  const all = tableOutcomes.flatMap((outcome) =>
    outcome.findings
      .filter(({ claim }) => GATES.includes(claim))
      .map((finding) => ({ ...finding, extent: describeExtent(outcome) })),
  );
  const holding = all.filter(({ verdict }) => verdict === "holds");
  const losses = all.filter(({ verdict }) => verdict === "fails");
  const formatResult = ({ measured, collection = "", extent }: (typeof all)[number]): string =>
    `${measured} on ${NAMES[collection] ?? collection} (${extent})`;
  const gains =
    holding.length === 0
      ? ""
      : `. In brackets the 95 % confidence interval: ${holding.map(formatResult).join("; ")}`;
  const used = Object.entries(MEASURES).filter(([name]) => gains.includes(`: ${name} of`));
  return [
    [
      "**Learned salience**",
      `A neural re-ranker that also learns how much each word matters is compared with the same model without that part, in ${all.length} cases: ${holding.length} significant gain${holding.length === 1 ? "" : "s"}, ${losses.length} significant loss${losses.length === 1 ? "" : "es"}, ${all.length - holding.length - losses.length} undecided${gains}${used.map(([, meaning]) => `. ${meaning}`).join("")}`,
      `[command](docs/replication.md#${toAnchor(experiment)}), [effectiveness.md](docs/effectiveness.md)`,
    ],
  ];
}

/** Counts the claims of the papers that are confirmed, refuted and open. */
function createReplicationRow(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string[] {
  const counts = countVerdicts(experiments, outcomes);
  const count = (...verdicts: readonly PageVerdict[]): number =>
    verdicts.reduce((sum, verdict) => sum + (counts.get(verdict) ?? 0), 0);
  const figures = experiments.filter(({ id }) => /^X\d/.test(id)).length;
  const claims = [...counts.values()].reduce((sum, each) => sum + each, 0);
  return [
    "**Papers replicated**",
    `${figures} tables and figures of five sources, one command each ([replication.md](docs/replication.md)). Of the ${claims} claims in them, ${count("holds", "holds on one")} hold (${count("holds on one")} of them on one collection only), ${count("fails")} fail, ${count("mixed")} hold on some collections and fail on others, ${count("demonstrated")} are shown by an example, and ${count("not shown")} are undecided by our data; the other ${count("not run", "not run at full size", "not testable here")} were not tested, or not at full size`,
    "[claims.md](docs/claims.md)",
  ];
}

function readCell({ header }: StoredTable, row: readonly string[], column: string): string {
  const value = row[header.indexOf(column)];
  if (value === undefined) throw badArgument(`a stored table has no column ${quote(column)}`);
  return value;
}

/** Rewrites `−.0012` for `Number()`: ASCII minus, no plus. */
function formatSigned(text: string): string {
  return text.replace("−", "-").replace("+", "");
}

function formatValue(value = 0): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3).slice(1)}`;
}

function isBelow(p: string, level: number): boolean {
  return Number(p.replace("<", "").trim()) < level;
}
