/** The tasks of a worker that searches indexes. A call names a method of the index and passes its arguments. */

import type { WorkerOperationName } from "../../api/library-operations.ts";
import { badArgument } from "../../common/errors.ts";
import { openReadOnly } from "../open-read-only.ts";
import type { ReadableIndex } from "../readable-index.ts";
import { openTransferableLocation } from "./open-transferable-location.ts";
import type { TransferableLocation } from "./transferable-location.ts";

/** The methods that an index in a worker has; their arguments and results are plain data. */
export type WorkerMethods = Pick<ReadableIndex, WorkerOperationName>;

/** A call of a method. */
export interface WorkerCall<Name extends keyof WorkerMethods = keyof WorkerMethods> {
  /** The number of the index. */
  readonly index: number;
  readonly method: Name;
  readonly args: Parameters<WorkerMethods[Name]>;
}

/** Indexes that are open on this thread, by their number. */
const indexes = new Map<number, ReadableIndex>();
let nextId = 0;

/** Opens an index and returns its number. */
export async function open(location: TransferableLocation): Promise<number> {
  indexes.set(nextId, await openReadOnly(await openTransferableLocation(location)));
  return nextId++;
}

/** Calls a method of an open index. */
export function call({ index, method, args }: WorkerCall): Promise<unknown> {
  const opened = findIndex(index);
  return (opened[method] as (...values: unknown[]) => Promise<unknown>).apply(opened, args);
}

/** Closes an index. */
export async function close({ index }: { readonly index: number }): Promise<void> {
  const closing = findIndex(index);
  indexes.delete(index);
  await closing.close();
}

function findIndex(id: number): ReadableIndex {
  const index = indexes.get(id);
  if (index === undefined) throw badArgument("the index is closed");
  return index;
}
