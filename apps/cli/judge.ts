/** `termwise judge`: judges documents by a language model, if it agrees with people. */

import {
  type ChatJudgeOptions,
  checkJudge,
  type HumanJudgement,
  type JudgeCheck,
  judgePairs,
} from "../../src/analysis/judging/index.ts";
import {
  formatJudgementTable,
  type RatedJudgement,
  readJudgementTable,
} from "../../src/collection/index.ts";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { openIndex, type SearchIndex } from "../../src/search/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const MIN_KAPPA = 0.6;

export const judge: Command = {
  name: "judge",
  summary: "judge documents by a language model, if it agrees with people",
  usage: "judge <index> --endpoint <url> --model <name> --human <file> --out <file> [options]",
  description:
    "Grades the best documents of queries by a model behind an OpenAI-compatible endpoint. First the model grades what people have judged (--human: a table with the columns query, document and grade, and query_text if query is an id). If the two agree too little on what is relevant (Cohen's kappa below --min-kappa), nothing is written and the exit code is 1. The API key is read from the environment variable TERMWISE_JUDGE_KEY. The texts of the documents are sent to the endpoint. See docs/evaluation.md.",
  options: [
    {
      name: "endpoint",
      value: "<url>",
      summary: "address of the API, such as http://localhost:11434/v1",
    },
    { name: "model", value: "<name>", summary: "name of the model" },
    { name: "human", value: "<file>", summary: "judgements of people to compare with (CSV)" },
    {
      name: "queries",
      value: "<file>",
      summary: "queries to judge: one text per line; by default those of --human",
    },
    {
      name: "out",
      short: "o",
      value: "<file>",
      summary: "write the judgements of the model as CSV, with the model as the rater",
    },
    {
      name: "depth",
      value: "<n>",
      default: "10",
      summary: "best documents of each query to judge",
    },
    { name: "ranker", short: "r", value: "<name>", summary: "ranker whose documents are judged" },
    {
      name: "min-kappa",
      value: "<k>",
      default: String(MIN_KAPPA),
      summary: "lowest agreement with people at which the judgements count",
    },
    { name: "force", summary: "write the judgements whatever the agreement" },
    {
      name: "max-requests",
      value: "<n>",
      default: "2000",
      summary: "refuse to send more requests than this",
    },
    { name: "timeout", value: "<seconds>", default: "60", summary: "time for one answer" },
    { name: "parallel", value: "<n>", default: "4", summary: "requests at once" },
  ],
  examples: [
    {
      type: "termwise judge ./index --endpoint http://localhost:11434/v1 --model llama3.1 --human ann.csv --out judged.csv",
      does: "compares the model with a person, then judges the best ten documents of each query",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    const [human, out] = [args.text("human"), args.text("out")];
    if (folder === undefined || rest.length > 0 || human === undefined || out === undefined) {
      throw createUsageError(judge, "one index, --human and --out are needed");
    }
    const minKappa = Number(args.text("min-kappa") ?? MIN_KAPPA);
    if (!(minKappa >= -1 && minKappa <= 1))
      throw badArgument("--min-kappa must be between -1 and 1");
    const options = readJudgeOptions(args);
    const judged = await readJudgementTable(context.files, human);
    const index = await openIndex(folder);
    try {
      const people = await toHumanJudgements(index, judged, human);
      const unjudged = await findUnjudged(index, judged, args, context);
      const limit = args.count("max-requests", 1) ?? 2000;
      if (people.length + unjudged.length > limit) {
        throw badArgument(
          `${people.length} judgements of people and ${unjudged.length} documents are more than --max-requests ${limit}`,
        );
      }
      const check = await checkJudge(
        people,
        withProgress(options, "comparing with people", people.length, context),
      );
      printCheck(check, minKappa, args, context);
      const isAccepted = check.relevance.kappa >= minKappa;
      if (!isAccepted && !args.has("force")) {
        throw new TermwiseError(
          "TEST_FAILED",
          `${options.model} does not agree well enough with people: kappa ${check.relevance.kappa.toFixed(3)}, needed ${minKappa}; nothing was written`,
        );
      }
      const grades = await judgePairs(
        unjudged,
        withProgress(options, "judging", unjudged.length, context),
      );
      const rows = unjudged.flatMap(({ query, id, text }, i): RatedJudgement[] => {
        const answer = grades[i];
        if (answer === undefined || "failure" in answer) return [];
        return [{ query, text, document: id, grade: answer.grade, rater: options.model }];
      });
      await context.files.write(out, [new TextEncoder().encode(formatJudgementTable(rows))]);
      const failed = unjudged.length - rows.length;
      context.note(
        `${out}: ${rows.length} judgements${failed > 0 ? `; ${failed} answers could not be used` : ""}`,
      );
    } finally {
      await index.close();
    }
  },
};

function readJudgeOptions(args: Arguments): ChatJudgeOptions {
  const [endpoint, model] = [args.text("endpoint"), args.text("model")];
  if (endpoint === undefined || model === undefined) {
    throw createUsageError(judge, "--endpoint and --model are needed");
  }
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint)) {
    throw badArgument(`--endpoint must be an address with http or https, got ${quote(endpoint)}`);
  }
  return {
    ...{ endpoint, model, key: process.env.TERMWISE_JUDGE_KEY },
    milliseconds: 1000 * (args.count("timeout", 1, 3600) ?? 60),
    parallel: args.count("parallel", 1, 64) ?? 4,
  };
}

function withProgress(
  options: ChatJudgeOptions,
  task: string,
  total: number,
  { progress }: CommandContext,
): ChatJudgeOptions {
  return { ...options, onAnswer: (done) => progress({ task, done, total, unit: "documents" }) };
}

/** The judgements of people with the texts of their documents; those of other documents are left out. */
async function toHumanJudgements(
  index: SearchIndex,
  judged: readonly RatedJudgement[],
  path: string,
): Promise<HumanJudgement[]> {
  const people: HumanJudgement[] = [];
  for (const { query, text = query, document: id, grade } of judged) {
    const document = await index.get(id);
    if (document !== undefined) people.push({ query: text, document: toText(document), grade });
  }
  if (people.length > 0) return people;
  throw badArgument(`the index has none of the documents of ${quote(path)}`);
}

interface UnjudgedPair {
  readonly query: string;
  readonly text: string;
  readonly id: string;
  readonly document: string;
}

/** The best documents of each query that people have not judged. */
async function findUnjudged(
  index: SearchIndex,
  judged: readonly RatedJudgement[],
  args: Arguments,
  { files }: CommandContext,
): Promise<(UnjudgedPair & { readonly query: string })[]> {
  const path = args.text("queries");
  const texts = new Map<string, string>();
  if (path === undefined) for (const { query, text = query } of judged) texts.set(query, text);
  else for (const line of await readLines(files, path)) texts.set(line, line);
  const ranker = args.text("ranker");
  const known = new Set(judged.map(({ query, document }) => JSON.stringify([query, document])));
  const pairs: UnjudgedPair[] = [];
  for (const [query, text] of texts) {
    const limit = args.count("depth", 1, 1000) ?? 10;
    const { hits } = await index.search(text, {
      limit,
      ...defined({ ranker }),
    });
    for (const { id, document } of hits) {
      if (known.has(JSON.stringify([query, id]))) continue;
      pairs.push({ query, text, id, document: toText(document) });
    }
  }
  return pairs;
}

async function readLines(files: CommandContext["files"], path: string): Promise<string[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.read(path)) chunks.push(chunk);
  const lines = new TextDecoder().decode(Buffer.concat(chunks)).split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The properties of a document as lines. */
function toText({ id: _, ...document }: object & { readonly id?: unknown }): string {
  return Object.entries(document)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

function printCheck(
  check: JudgeCheck,
  minKappa: number,
  args: Arguments,
  context: CommandContext,
): void {
  const { relevance, grades, failures } = check;
  if (args.has("json")) context.out(JSON.stringify({ ...check, minKappa }, null, 2));
  else {
    context.out(
      `agreement with ${relevance.items} judgements of people: kappa ${relevance.kappa.toFixed(3)} (relevant or not; ${minKappa} needed), ${grades.kappa.toFixed(3)} (grades, quadratic weights); ${failures} answers could not be used`,
    );
  }
}
