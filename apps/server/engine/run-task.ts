/** The result of a task as JSON text. */

import { findClusterTask } from "../tasks/opensearch/cluster-tasks.ts";
import {
  JsonText,
  type RunTask,
  TASKS,
  type TaskContext,
  type TaskName,
  type Tasks,
} from "../tasks/tasks.ts";

/** Runs a task and returns its result as JSON text. */
export async function runTask<N extends TaskName>(
  name: N,
  input: Tasks[N],
  context: Omit<TaskContext, "ask">,
): Promise<string> {
  const { store, versions, progress } = context;
  const runOther: RunTask = (other, otherInput) => {
    const { index = "" } = otherInput as { readonly index?: string };
    return runTask(other, otherInput, { store, version: versions?.get(index), progress });
  };
  const { cluster } = store.catalog;
  const task = cluster === undefined ? TASKS[name] : findClusterTask(name, cluster);
  const result = await task(input, { ...context, ask: runOther });
  if (result instanceof JsonText) return result.text;
  return isPlainJson(name, input) ? JSON.stringify(result) : JSON.stringify(result, toPlainValue);
}

/** Whether a result has no typed arrays. Looking for them doubles the time of writing JSON. */
function isPlainJson(name: TaskName, input: object): boolean {
  if (name === "suggest") return true;
  const { request } = input as { readonly request?: { readonly explain?: boolean } };
  return name === "search" && request?.explain !== true;
}

/** Typed arrays as lists. Numbers that JSON lacks become null, as they always do. */
function toPlainValue(_: string, value: unknown): unknown {
  const isList = value instanceof Float64Array || value instanceof Float32Array;
  return isList ? [...value] : value;
}
