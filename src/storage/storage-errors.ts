/** The errors that all kinds of storage have in common. */

import { quote, TermwiseError } from "../common/errors.ts";

export function notFound(kind: "file" | "folder", path: string): TermwiseError {
  return new TermwiseError("NOT_FOUND", `there is no ${kind} ${quote(path)}`, { path });
}

export function alreadyExists(path: string): TermwiseError {
  return new TermwiseError("IO", `${quote(path)} exists already and is never overwritten`, {
    path,
  });
}

/** The error for a file that ends before the requested bytes. */
export function endedEarly(name: string, at: number): TermwiseError {
  return new TermwiseError("IO", `${quote(name)} ended at byte ${at} while it was read`);
}

export function locked(name: string, holder: string): TermwiseError {
  return new TermwiseError("LOCKED", `the lock ${quote(name)} is held by ${holder}`, { name });
}

/** Wraps an error of the operating system; passes any other through. */
export function toStorageError(error: unknown, action: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TermwiseError || typeof code !== "string") return error;
  return new TermwiseError("IO", `${action}: ${message}`, { errno: code }, { cause: error });
}
