/**
 * Errors as HTTP answers: a status, a code and a sentence. What went wrong
 * inside the server is told to the log; the client gets a fixed sentence.
 */

import { type ErrorCode, TermwiseError } from "../../src/common/errors.ts";

/** An error that is answered with its own status. */
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

/** What a client may know of an error. */
export function toFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  if (error instanceof TermwiseError) {
    const status = STATUS[error.code];
    const isOurs = status === 500;
    const message = isOurs ? "the index cannot be read; the log says why" : error.message;
    return new HttpFailure(
      status,
      error.code,
      message,
      status === 503 ? { "retry-after": "1" } : {},
    );
  }
  return new HttpFailure(500, "INTERNAL", "the request could not be completed; the log says why");
}
