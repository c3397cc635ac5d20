/** The error of a task as plain data for another thread. */

import { type ErrorCode, type ErrorDetails, TermwiseError } from "../../../src/common/errors.ts";
import { toStorageError } from "../../../src/storage/storage-errors.ts";
import { HttpFailure } from "../failure.ts";
import type { IndexCatalog } from "../tasks/index-catalog.ts";

/** An error on its way between threads. Without `code` and `failure` it is a bug. */
export interface PlainError {
  readonly code?: ErrorCode;
  /** Of an error with its own HTTP status. */
  readonly failure?: Pick<HttpFailure, "status" | "code" | "headers">;
  readonly message: string;
  readonly details?: ErrorDetails;
  readonly stack?: string | undefined;
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
