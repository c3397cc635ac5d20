/**
 * Converts errors of a cluster to the codes of this library. `isTransient` is true for errors that
 * may resolve themselves: a node that has gone, a full queue, a shard that moves.
 */

import { quote, TermwiseError } from "../../src/common/errors.ts";

/** Errors that may resolve themselves. */
const transient = new WeakSet<TermwiseError>();

/** True if the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof TermwiseError && transient.has(error);
}

/** The cluster is overloaded, as a whole or for one document. */
export function createOverloadError(reason: string): TermwiseError {
  const error = new TermwiseError("OVERLOADED", `the cluster is busy: ${reason}`, { status: 429 });
  transient.add(error);
  return error;
}

/** The cluster answered, but what it says cannot be true. Waiting does not help. */
export function createAnswerError(url: string, fault: string, cause?: unknown): TermwiseError {
  const message = `${url} answers wrongly: ${fault}`;
  const error = new TermwiseError("UNAVAILABLE", message, { place: url }, { cause });
  wrongAnswers.add(error);
  return error;
}

const wrongAnswers = new WeakSet<TermwiseError>();

/** Whether an error is one of `createAnswerError`. */
export function isAnswerError(error: unknown): error is TermwiseError {
  return error instanceof TermwiseError && wrongAnswers.has(error);
}

/** The cluster left out documents, although the request forbids it. */
export function createPartError(url: string): TermwiseError {
  const message = `${url} searched only a part of the documents`;
  return markTransient(new TermwiseError("UNAVAILABLE", message, { place: url }));
}

/** Untrusted certificates do not become trusted by waiting. */
const CERTIFICATE = /certificate|self[- ]signed|unable to verify|ERR_TLS/i;

/** Converts an error of the client. */
export function toClusterError(cause: unknown, url: string): TermwiseError {
  if (cause instanceof TermwiseError) return cause;
  const { name = "", message = "", statusCode, body } = (cause ?? {}) as ClientError;
  const status = statusCode ?? 0;
  const reason = readReason(body) ?? (message || name);
  const details = { place: url, status };
  const createError = (code: TermwiseError["code"], text: string): TermwiseError =>
    new TermwiseError(code, text, details, { cause });

  if (status === 401 || status === 403) {
    return createError("BAD_ARGUMENT", `${url} refuses the credentials (${status}): ${reason}`);
  }
  if (status === 404) return createError("NOT_FOUND", `${url} has no such index: ${reason}`);
  if (status === 429) return markTransient(createError("OVERLOADED", `${url} is busy: ${reason}`));
  if (status === 413)
    return createError("LIMIT_EXCEEDED", `${url} rejects the request as too large`);
  if (status >= 400 && status < 500) {
    return createError("BAD_ARGUMENT", `${url} refuses the request (${status}): ${reason}`);
  }
  if (status === 0 && CERTIFICATE.test(reason)) {
    const hint = "name the certificate of the authority that signed it";
    return createError(
      "UNAVAILABLE",
      `${url} has a certificate that is not trusted: ${reason}; ${hint}`,
    );
  }
  const problem = name === "TimeoutError" ? "did not answer in time" : "cannot answer";
  return markTransient(createError("UNAVAILABLE", `${url} ${problem}: ${reason}`));
}

interface ClientError {
  readonly name?: string;
  readonly message?: string;
  readonly statusCode?: number;
  readonly body?: unknown;
}

function markTransient(error: TermwiseError): TermwiseError {
  transient.add(error);
  return error;
}

/** The reason in a response of OpenSearch, the root cause first. */
function readReason(body: unknown): string | undefined {
  const error = (body as { error?: unknown } | undefined)?.error;
  if (typeof error === "string") return quote(error);
  const {
    type,
    reason,
    caused_by: cause,
    root_cause: roots,
  } = (error ?? {}) as {
    type?: string;
    reason?: string;
    caused_by?: { reason?: string };
    root_cause?: readonly { type?: string; reason?: string }[];
  };
  const root = roots?.[0];
  const text = root?.reason || reason || cause?.reason || root?.type || type;
  return text === undefined ? undefined : text.slice(0, 400);
}
