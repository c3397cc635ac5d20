/** Candidates to rank: documents of the index, judged documents, or those of a file. */

import { readCandidates } from "../../src/collection/index.ts";
import type { Split } from "../../src/collection/split.ts";
import {
  type Candidates,
  type FirstStageOptions,
  findCandidates,
  findRunCandidates,
  type Ranker,
  rankRunCandidates,
  type Searcher,
} from "../../src/ranking/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";

export const CANDIDATES_OPTION: Option = {
  name: "candidates",
  value: "<kind>",
  default: "index",
  choices: ["index", "judged"],
  summary: "documents to rank: all of the index, or the judged documents of each query",
};

/** `--candidates` of a command that takes a file as well. */
export const CANDIDATES_SOURCE_OPTION: Option = {
  name: "candidates",
  value: "<source>",
  default: "index",
  summary:
    "documents to rank: index, judged, or a file, which is a run or top1000.*.tsv of MS MARCO",
};

export function readCandidatesOption(args: Arguments): NonNullable<FirstStageOptions["among"]> {
  return args.text("candidates") === "judged" ? "judged" : "index";
}

/** Whether every document of the index is a candidate. */
export function areAllCandidates(args: Arguments): boolean {
  return (args.text("candidates") ?? "index") === "index";
}

/** Whether the candidates come from a file. */
export function hasCandidatesFile(args: Arguments): boolean {
  return !areAllCandidates(args) && args.text("candidates") !== "judged";
}

/**
 * The candidates of `--candidates`, undefined for the whole index. Those of a file are in its order
 * where a model re-ranks them, else in the order of `ranker`.
 */
export async function findCandidatesOption(
  searcher: Searcher,
  { queries, judgements }: Pick<Split, "queries" | "judgements">,
  { ranker, top }: { readonly ranker: Ranker; readonly top: number },
  args: Arguments,
  { files, note, progress }: CommandContext,
): Promise<readonly Candidates[] | undefined> {
  if (areAllCandidates(args)) return undefined;
  const source = args.text("candidates") as string;
  if (source === "judged") {
    const options = { ranker, top, progress, among: "judged" } as const;
    return findCandidates(searcher, queries, judgements, options);
  }
  const run = await readCandidates(files, source);
  const given = findRunCandidates(searcher.view, queries, judgements, run, { top });
  const { candidates, documents, missingDocuments, missingQueries } = given;
  if (missingDocuments > 0) {
    note(`${source}: ${missingDocuments} of ${documents} documents are not in the index`);
  }
  if (missingQueries > 0) note(`${source}: ${missingQueries} queries have no candidates`);
  return args.text("rerank") === undefined
    ? rankRunCandidates(searcher, candidates, ranker)
    : candidates;
}

/** The depth that re-ranks all candidates of a file; undefined for other candidates. */
export function readFileDepth(
  args: Arguments,
  candidates: readonly Candidates[] | undefined,
): number | undefined {
  if (candidates === undefined || !hasCandidatesFile(args)) return undefined;
  return candidates.reduce((most, { documents }) => Math.max(most, documents.length), 1);
}
