/** Node's file-system errors as ours. */

import { TermwiseError } from "../common/errors.ts";

/** Wraps an error of the operating system; passes any other through. */
export function toStorageError(error: unknown, what: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TermwiseError || typeof code !== "string") return error;
  return new TermwiseError("IO", `${what}: ${message}`, { errno: code }, { cause: error });
}
