/** Candidates to re-rank: documents of the first stage, or judged documents. */

import type { FirstStageOptions } from "../../src/ranking/index.ts";
import type { Arguments } from "./arguments.ts";
import type { Option } from "./command.ts";

export const CANDIDATES_OPTION: Option = {
  name: "candidates",
  value: "<kind>",
  default: "index",
  choices: ["index", "judged"],
  summary: "documents to rank: all of the index, or the judged documents of each query",
};

export function readCandidatesOption(args: Arguments): NonNullable<FirstStageOptions["among"]> {
  return args.text("candidates") === "judged" ? "judged" : "index";
}
