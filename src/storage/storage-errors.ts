/** The errors that every kind of storage gives alike. */

import { quote, TermwiseError } from "../common/errors.ts";

export function notFound(kind: "file" | "folder", path: string): TermwiseError {
  return new TermwiseError("NOT_FOUND", `there is no ${kind} ${quote(path)}`, { path });
}

export function alreadyExists(path: string): TermwiseError {
  return new TermwiseError("IO", `${quote(path)} exists already and is never overwritten`, {
    path,
  });
}

/** A file that ends before the bytes that were asked for. */
export function endedEarly(name: string, at: number): TermwiseError {
  return new TermwiseError("IO", `${quote(name)} ended at byte ${at} while it was read`);
}

export function locked(name: string, holder: string): TermwiseError {
  return new TermwiseError("LOCKED", `the lock ${quote(name)} is held by ${holder}`, { name });
}
