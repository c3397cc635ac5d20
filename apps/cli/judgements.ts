/** `termwise judgements`: converts judgements between CSV and TREC, and reports the agreement of raters. */

import { renderTable } from "../../src/analysis/index.ts";
import {
  type AgreementReport,
  combineRaters,
  measureAgreement,
} from "../../src/analysis/judging/index.ts";
import {
  formatJudgementTable,
  type RatedJudgement,
  readJudgements,
  readJudgementTable,
} from "../../src/collection/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

export const judgements: Command = {
  name: "judgements",
  summary: "convert judgements between CSV and TREC, and report how far raters agree",
  usage: "judgements <file…> [options]",
  description:
    "Reads judgements from TREC qrels or from CSV tables, which have a header and the columns query, document and grade, and may have query_text and rater. A file without the column rater holds the judgements of one rater, named after the file. Prints the agreement of each pair of raters (Cohen's kappa, unweighted and with quadratic weights) and of all raters (Fleiss' kappa). --out writes one grade for each query and document: the median, or the lower of the two middle grades.",
  options: [
    {
      name: "out",
      short: "o",
      value: "<file>",
      summary: "write the judgements; as CSV, or as TREC qrels if the name does not end in .csv",
    },
    { name: "raters", summary: "write the grades of all raters, as CSV" },
  ],
  examples: [
    { type: "termwise judgements ann.csv bob.csv", does: "prints how far two raters agree" },
    { type: "termwise judgements judged.csv --out judged.qrels", does: "converts a table to TREC" },
  ],

  async run(args, context) {
    const paths = args.positionals;
    if (paths.length === 0) throw createUsageError(judgements, "at least one file is needed");
    const rated = (await Promise.all(paths.map((path) => readRated(path, paths, context)))).flat();
    const report = measureAgreement(rated);
    await writeOutput(rated, args, context);
    if (args.has("json")) context.out(JSON.stringify(report, null, 2));
    else printReport(report, context);
  },
};

/** The judgements of a file, each with its rater if there are several files. */
async function readRated(
  path: string,
  paths: readonly string[],
  { files }: CommandContext,
): Promise<RatedJudgement[]> {
  const name = path.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
  const rater = paths.length > 1 ? { rater: name } : {};
  if (/\.csv(\.gz)?$/.test(path)) {
    return (await readJudgementTable(files, path)).map((each) => ({ ...rater, ...each }));
  }
  const grades = await readJudgements(files, path);
  return [...grades].flatMap(([query, documents]) =>
    [...documents].map(([document, grade]) => ({ ...rater, query, document, grade })),
  );
}

async function writeOutput(
  rated: readonly RatedJudgement[],
  args: Arguments,
  { files, note }: CommandContext,
): Promise<void> {
  const out = args.text("out");
  if (out === undefined) return;
  const written = args.has("raters") ? rated : combineRaters(rated);
  const isTable = args.has("raters") || out.endsWith(".csv");
  const text = isTable
    ? formatJudgementTable(written)
    : written.map(({ query, document, grade }) => `${query} 0 ${document} ${grade}\n`).join("");
  await files.write(out, [new TextEncoder().encode(text)]);
  note(`${out}: ${written.length} judgements`);
}

function printReport(
  { judgements: count, queries, raters, fleiss, pairs }: AgreementReport,
  context: CommandContext,
): void {
  context.out(`${count} judgements of ${queries} queries by ${Math.max(1, raters.length)} raters`);
  if (pairs.length === 0) return;
  const format = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : "–");
  const rows = pairs.map(({ raters: [a, b], items, equal, kappa, weightedKappa }) => [
    `${a}, ${b}`,
    ...[String(items), format(equal), format(kappa), format(weightedKappa)],
  ]);
  const header = ["raters", "pairs judged by both", "equal", "Cohen's kappa", "quadratic weights"];
  context.out(`\n${renderTable({ header, rows, words: [0] }, "text")}`);
  if (fleiss !== undefined && raters.length > 2) {
    context.out(`\nFleiss' kappa of all raters: ${format(fleiss.kappa)} on ${fleiss.items} pairs`);
  }
}
