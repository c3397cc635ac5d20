/** Which tasks take about as long: those of the same name, on the same index, with or without a model and an encoder. */

import { needsQueryVector } from "../../../src/ranking/needs-query-vector.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";

/** The kind of a task. */
export function classifyTask<N extends TaskName>(name: N, input: Tasks[N]): string {
  const { index = "", request } = input as {
    readonly index?: string;
    readonly request?: { readonly rerank?: string; readonly ranker?: string };
  };
  if (name === "callRoute") {
    const { call } = input as Tasks["callRoute"];
    return `${call.path} ${index}`;
  }
  const model = request?.rerank === undefined ? "" : ` ${request.rerank}`;
  const encoder = needsQueryVector(request?.ranker) ? " by vector" : "";
  return `${name} ${index}${model}${encoder}`;
}
