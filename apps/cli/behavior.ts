/** `termwise behavior`: reports what users of a server searched for and clicked. */

import { basename, dirname, join, resolve } from "node:path";
import { renderTable } from "../../src/analysis/index.ts";
import type { QueryBehavior } from "../../src/api/behavior.ts";
import {
  type BehaviorRecords,
  createBehaviorReport,
  readBehavior,
  toImpressions,
} from "../../src/behavior/index.ts";
import { defined } from "../../src/common/defined.ts";
import { quote, TermwiseError } from "../../src/common/errors.ts";
import { readTimeOfDay } from "../../src/common/time-of-day.ts";
import { createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const DAY_MS = 86_400_000;

export const behavior: Command = {
  name: "behavior",
  summary: "report what users searched for and clicked",
  usage: "behavior <index or folder> [options]",
  description:
    "Reads the searches and events that a server recorded for an index (termwise serve --behavior), or a folder of files queries-*.jsonl and events-*.jsonl with records of User Behavior Insights. Prints top queries, queries without hits and queries without clicks. --clicks writes result lists with their clicks, from which termwise discriminate learns.",
  options: [
    { name: "days", value: "<n>", summary: "only searches of the last days; by default all" },
    {
      name: "top",
      short: "n",
      value: "<n>",
      default: "20",
      summary: "maximum number of queries per list",
    },
    {
      name: "clicks",
      value: "<file>",
      summary: "write result lists with clicks as JSON lines, for discriminate --clicks",
    },
  ],
  examples: [
    { type: "termwise behavior ./indexes/shop", does: "prints the report of an index" },
    {
      type: "termwise behavior ./indexes/shop --clicks clicks.jsonl",
      does: "writes what discriminate --clicks learns from",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0) {
      throw createUsageError(behavior, "one index, or one folder of records, is needed");
    }
    const limit = args.count("top", 1) ?? 20;
    const days = args.count("days", 1);
    const since = days === undefined ? undefined : new Date(readTimeOfDay() - days * DAY_MS);
    const records = await readRecords(folder, context);
    const report = createBehaviorReport(records, { limit, ...defined({ since }) });
    const clicks = args.text("clicks");
    if (clicks !== undefined) {
      const lines = toImpressions(records).map((list) => `${JSON.stringify(list)}\n`);
      await context.files.write(clicks, [new TextEncoder().encode(lines.join(""))]);
      context.note(`${clicks}: ${lines.length} result lists`);
    }
    if (args.has("json")) context.out(JSON.stringify(report, null, 2));
    else printReport(report, context);
  },
};

/** The records beside an index, or those of a folder. */
async function readRecords(folder: string, { files }: CommandContext): Promise<BehaviorRecords> {
  const path = resolve(folder);
  const beside = join(dirname(path), ".server", basename(path).toLowerCase(), "behavior");
  for (const each of [beside, path]) {
    const records = await readBehavior(files, each);
    if (records.bytes > 0) return records;
  }
  throw new TermwiseError(
    "NOT_FOUND",
    `there are no recorded searches of ${quote(folder)}; termwise serve --behavior records them`,
  );
}

function printReport(
  report: ReturnType<typeof createBehaviorReport>,
  context: CommandContext,
): void {
  const { searches, queries, withoutHits, withClicks, days, damaged } = report;
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  context.out(
    `${searches} searches for ${queries} queries, ${first} to ${last}; ${withoutHits} without hits, ${withClicks} with clicks`,
  );
  if (damaged > 0) context.note(`${damaged} lines cannot be read`);
  printQueries("top queries", report.top, context);
  printQueries("queries without hits", report.noHits, context);
  printQueries("queries without clicks", report.noClicks, context);
}

function printQueries(
  title: string,
  queries: readonly QueryBehavior[],
  context: CommandContext,
): void {
  if (queries.length === 0) return;
  const rows = queries.map((each) => [
    each.query,
    ...[each.searches, each.withoutHits, each.withClicks].map(String),
  ]);
  const header = [title, "searches", "without hits", "with clicks"];
  context.out(`\n${renderTable({ header, rows, words: [0] }, "text")}`);
}
