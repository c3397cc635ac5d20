/**
 * What a cluster answers when it cannot do something, in the codes of this
 * library. `isTransient` tells what may pass by itself: a node that has gone, a
 * queue that is full, a shard that moves.
 */

import { quote, TermwiseError } from "../../src/common/errors.ts";

/** Errors that may pass by themselves. */
const transient = new WeakSet<TermwiseError>();

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof TermwiseError && transient.has(error);
}

/** Refused for now, by the whole cluster or for one document. */
export function createOverloadError(what: string): TermwiseError {
  const error = new TermwiseError("OVERLOADED", `the cluster is busy: ${what}`, { status: 429 });
  transient.add(error);
  return error;
}

/** Certificates that nobody vouches for do not get better by waiting. */
const CERTIFICATE = /certificate|self[- ]signed|unable to verify|ERR_TLS/i;

/** An error of the client, as ours. */
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
  if (status === 413) return createError("LIMIT_EXCEEDED", `${url} finds the request too large`);
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
  const what = name === "TimeoutError" ? "did not answer in time" : "cannot answer";
  return markTransient(createError("UNAVAILABLE", `${url} ${what}: ${reason}`));
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

/** What OpenSearch says in its answer, the cause that lies deepest first. */
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
