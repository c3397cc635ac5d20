/**
 * The one error that this library throws on purpose.
 *
 * A message contains the value, the rule and the location. The code distinguishes faults of
 * the input, of the storage and of limits. Any other error is a bug.
 */

/** The kind of an error, for programs to switch on. */
export type ErrorCode =
  | "BAD_ARGUMENT"
  | "BAD_QUERY"
  | "BAD_INPUT"
  | "NOT_FOUND"
  | "LIMIT_EXCEEDED"
  | "LOCKED"
  | "CORRUPT_INDEX"
  | "INDEX_TOO_NEW"
  | "INDEX_TOO_OLD"
  | "OVERLOADED"
  | "CANCELLED"
  | "UNAVAILABLE"
  | "TEST_FAILED"
  | "IO";

/** Facts behind a message, for programs. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** An error with a code that a program can switch on, and the facts behind its message. */
export class TermwiseError extends Error {
  override readonly name = "TermwiseError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** An argument that breaks a rule. */
export function badArgument(message: string, details: ErrorDetails = {}): TermwiseError {
  return new TermwiseError("BAD_ARGUMENT", message, details);
}

/** A line of input that breaks the rules of its format. `line` counts from 1. */
export function badInput(file: string, line: number, rule: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file}:${line}: ${rule}`, { file, line });
}

/** A damaged file: its bytes cannot be what the library wrote. The message names the file and the offset. */
export function corrupt(file: string, offset: number, reason: string): TermwiseError {
  return new TermwiseError("CORRUPT_INDEX", `${file} is damaged at byte ${offset}: ${reason}`, {
    file,
    offset,
  });
}

/** Any value in a message, short and on one line. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value === null || typeof value !== "object") return `${String(value)}`.slice(0, 80);
  return Array.isArray(value) ? "an array" : "an object";
}

/**
 * Formats a value for a message: quoted, on one line, control characters escaped, at most 80
 * characters, so that hostile input cannot flood a log.
 */
export function quote(value: string): string {
  const quoted = JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
  return quoted.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, "�");
}
