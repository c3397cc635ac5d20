/** `termwise test`: relevance tests for continuous integration. */

import { readFile } from "node:fs/promises";
import {
  type AcceptedRun,
  type MeasuredRelevance,
  parseRelevanceFile,
  type RelevanceReport,
  testRelevance,
} from "../../src/analysis/relevance/index.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { openIndex } from "../../src/search/index.ts";
import { createUsageError } from "./arguments.ts";
import { isClusterAddress, withClusterIndex } from "./cluster-search.ts";
import type { Command, CommandContext } from "./command.ts";

export const test: Command = {
  name: "test",
  summary: "run relevance tests against an index",
  usage: "test <index> <relevance.yaml> [options]",
  description:
    "Tests an index against a file of queries with expected documents and thresholds (YAML or JSON; see docs/evaluation.md), and against the last accepted run, stored beside the file as <file>.accepted.json. The exit code is 1 if an expectation or a threshold is not met, or if a measure is significantly worse than in the accepted run (paired t test).",
  options: [
    {
      name: "ranker",
      short: "r",
      value: "<name>",
      summary: "ranking function, instead of the one in the file",
    },
    { name: "accept", summary: "store this run as the accepted one if it passes" },
    {
      name: "alpha",
      value: "<p>",
      default: "0.05",
      summary: "p value below which a change is significant",
    },
  ],
  examples: [
    { type: "termwise test ./index relevance.yaml", does: "tests an index" },
    {
      type: "termwise test ./index relevance.yaml --accept",
      does: "tests it and stores the values for later comparison",
    },
  ],

  async run(args, context) {
    const [folder, path, ...rest] = args.positionals;
    if (folder === undefined || path === undefined || rest.length > 0) {
      throw createUsageError(test, "an index and a file of tests are needed");
    }
    const alpha = Number(args.text("alpha"));
    if (!(alpha > 0 && alpha < 1)) throw badArgument("--alpha must be a number between 0 and 1");
    const file = parseRelevanceFile(await readData(path));
    const acceptedPath = `${path}.accepted.json`;
    const accepted = (await readData(acceptedPath, { optional: true })) as AcceptedRun | undefined;
    const options = { ranker: args.text("ranker"), accepted, alpha };
    const report = isClusterAddress(folder)
      ? await withClusterIndex(folder, (index) => testRelevance(index, file, options))
      : await testFolder(folder, file, options);
    const { run, ...output } = report;
    if (args.has("json")) context.out(JSON.stringify(output, null, 2));
    else printReport(report, context);
    if (!report.isPassed) throw new TermwiseError("TEST_FAILED", `${path}: relevance tests failed`);
    if (!args.has("accept")) return;
    const bytes = new TextEncoder().encode(`${JSON.stringify(run, null, 2)}\n`);
    await context.files.write(acceptedPath, [bytes]);
    context.note(`accepted: ${acceptedPath}`);
  },
};

async function testFolder(
  folder: string,
  ...rest: Parameters<typeof testRelevance> extends [unknown, ...infer Rest] ? Rest : never
): Promise<RelevanceReport> {
  const index = await openIndex(folder);
  try {
    return await testRelevance(index, ...rest);
  } finally {
    await index.close();
  }
}

/** Parses a YAML or JSON file. JSON is YAML too, but its own parser reports better errors. */
async function readData(
  path: string,
  { optional = false }: { readonly optional?: boolean } = {},
): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (optional && (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new TermwiseError("NOT_FOUND", `cannot read ${quote(path)}`);
  }
  try {
    if (path.endsWith(".json")) return JSON.parse(text);
    const { parse } = await import("yaml");
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    throw new TermwiseError("BAD_INPUT", `${path}: ${first}`);
  }
}

function printReport(
  { broken, measures, queries, expectations, ranker, isPassed }: RelevanceReport,
  context: CommandContext,
): void {
  for (const { query, message } of broken) context.out(`FAIL  ${quote(query)}: ${message}`);
  for (const each of measures) context.out(formatMeasure(each));
  const passed = expectations - broken.length;
  context.out(
    `${isPassed ? "passed" : "failed"}: ${queries} queries, ${passed} of ${expectations} expectations hold (${ranker})`,
  );
}

function formatMeasure({
  measure,
  value,
  least: minValue,
  isReached,
  change,
}: MeasuredRelevance): string {
  const isWorse = change?.isSignificant === true && change.after < change.before;
  const mark = isReached && !isWorse ? "ok  " : "FAIL";
  const threshold = `${measure} ${value.toFixed(4)} (threshold ${minValue})`;
  if (change === undefined) return `${mark}  ${threshold}`;
  const moved = change.after - change.before;
  const tested = change.p === undefined ? "" : `, p = ${change.p.toPrecision(2)}`;
  const sign = moved < 0 ? "" : "+";
  const since = `${sign}${moved.toFixed(4)} since accepted, on ${change.queries} queries${tested}`;
  const [worst] = change.worst;
  const lost =
    worst === undefined
      ? ""
      : `; most lost: ${quote(worst.query)} ${worst.before.toFixed(4)} to ${worst.after.toFixed(4)}`;
  return `${mark}  ${threshold}; ${since}${isWorse ? ", significantly worse" : ""}${lost}`;
}
