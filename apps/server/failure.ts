/**
 * Errors as HTTP responses: a status, a code and a message. Internal errors are
 * logged; the client receives a fixed message.
 */

import { type ErrorCode, TermwiseError } from "../../src/common/errors.ts";

/** An error with its own HTTP status. */
export class HttpFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Too much at once. The client may try again after a second. */
export function createOverloaded(message: string): HttpFailure {
  return new HttpFailure(503, "OVERLOADED", message, { "retry-after": "1" });
}

const STATUS: Readonly<Record<ErrorCode, number>> = {
  BAD_ARGUMENT: 400,
  BAD_QUERY: 400,
  BAD_INPUT: 400,
  NOT_FOUND: 404,
  LIMIT_EXCEEDED: 413,
  LOCKED: 409,
  CANCELLED: 409,
  OVERLOADED: 503,
  UNAVAILABLE: 503,
  TEST_FAILED: 500,
  CORRUPT_INDEX: 500,
  INDEX_TOO_NEW: 500,
  INDEX_TOO_OLD: 500,
  IO: 500,
};

/** Messages to clients for errors of the server's disk, by the code of the operating system. */
const DISK_FULL = [507, "the disk of the server is full; nothing was changed"] as const;
const TOO_MANY_FILES = [503, "the server has too many open files"] as const;
const NOT_ALLOWED = [500, "the server is not allowed to use its files; the log says why"] as const;
const DISK_FAILURES: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ...{ ENOSPC: DISK_FULL, EDQUOT: DISK_FULL, EFBIG: DISK_FULL },
  ...{ EMFILE: TOO_MANY_FILES, ENFILE: TOO_MANY_FILES },
  ...{ EROFS: NOT_ALLOWED, EACCES: NOT_ALLOWED, EPERM: NOT_ALLOWED },
};
const OTHER_DISK_FAILURE = [500, "a file of the server cannot be used; the log says why"] as const;

/** The part of an error that clients receive. */
export function toFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  if (error instanceof TermwiseError) {
    const [status, message] = describeError(error);
    const headers = status === 503 ? { "retry-after": "1" } : {};
    return new HttpFailure(status, error.code, message, headers);
  }
  return new HttpFailure(500, "INTERNAL", "the request could not be completed; the log says why");
}

function describeError({
  code,
  message,
  details,
}: TermwiseError): readonly [status: number, message: string] {
  if (code === "IO") return DISK_FAILURES[details.errno ?? ""] ?? OTHER_DISK_FAILURE;
  const status = STATUS[code];
  // The message of a state file has the name of the file, and no folder.
  if (status < 500 || status === 503 || details.stateFile !== undefined) return [status, message];
  return [status, "the index cannot be read; the log says why"];
}
