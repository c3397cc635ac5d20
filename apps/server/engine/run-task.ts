/** The result of a task as JSON text, and its error as plain data for another thread. */

import { type ErrorCode, type ErrorDetails, TermwiseError } from "../../../src/common/errors.ts";
import { toStorageError } from "../../../src/node.ts";
import { HttpFailure } from "../failure.ts";
import type { IndexCatalog } from "../tasks/index-catalog.ts";
import { findClusterTask } from "../tasks/opensearch/cluster-tasks.ts";
import {
  JsonText,
  type RunTask,
  TASKS,
  type TaskContext,
  type TaskName,
  type Tasks,
} from "../tasks/tasks.ts";

/** An error on its way between threads. Without `code` and `failure` it is a bug. */
export interface PlainError {
  readonly code?: ErrorCode;
  /** Of an error with its own HTTP status. */
  readonly failure?: Pick<HttpFailure, "status" | "code" | "headers">;
  readonly message: string;
  readonly details?: ErrorDetails;
  readonly stack?: string | undefined;
}

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

/** An error as data, without the folders of the server in its message. */
export function toPlainError(
  thrown: unknown,
  { root, only, encoder: source = "" }: IndexCatalog,
): PlainError {
  const isOfSystem = (thrown as NodeJS.ErrnoException | null)?.syscall !== undefined;
  const error = isOfSystem ? toStorageError(thrown, "a file cannot be used") : thrown;
  const { message = String(error), stack } = (error ?? {}) as Partial<Error>;
  if (error instanceof HttpFailure) {
    const { status, code, headers } = error;
    return { failure: { status, code, headers }, message, stack };
  }
  if (!(error instanceof TermwiseError)) return { message, stack };
  const folders = only === undefined ? [root] : [only.folder, root];
  const encoder = typeof source === "string" ? source : source.path;
  if (/[/\\]/.test(encoder)) folders.push(encoder);
  const clean = folders.reduce((text, folder) => text.replaceAll(folder, "…"), message);
  const { code, details } = error;
  return { code, message: clean, details, stack };
}

/** The error that was sent. */
export function fromPlainError({ code, failure, message, details, stack }: PlainError): Error {
  if (failure !== undefined) {
    return new HttpFailure(failure.status, failure.code, message, failure.headers);
  }
  const error = code === undefined ? new Error(message) : new TermwiseError(code, message, details);
  if (stack !== undefined) error.stack = stack;
  return error;
}
