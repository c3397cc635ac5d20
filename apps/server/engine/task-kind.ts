/** Which tasks take about as long: those of the same name, on the same index, with or without a model. */

import type { TaskName, Tasks } from "../tasks/tasks.ts";

/** The kind of a task. */
export function kindOf<N extends TaskName>(name: N, input: Tasks[N]): string {
  const { index = "", request } = input as { index?: string; request?: { rerank?: string } };
  if (name === "callRoute") {
    const { call } = input as Tasks["callRoute"];
    return `${call.path} ${index}`;
  }
  const model = request?.rerank === undefined ? "" : ` ${request.rerank}`;
  return `${name} ${index}${model}`;
}
