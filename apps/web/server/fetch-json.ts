/**
 * Requests to the server that the page came from. An answer is JSON; a
 * refusal becomes a `Refused` that says what the server said.
 *
 * An API key, where the server asks for one, is kept for as long as the tab is
 * open and is sent with every request.
 */

import { defined } from "../../../src/common/defined.ts";

/** The server said no, or could not be reached. */
export class ServerError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What is asked beside the path. */
export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const KEY = "termwise.key";

/** Keeps a key for this tab. */
export function storeKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** Asks and gives the answer as it came. */
export async function fetchResponse(path: string, options: RequestOptions = {}): Promise<Response> {
  const key = sessionStorage.getItem(KEY);
  const { method = options.body === undefined ? "GET" : "POST", body, signal } = options;
  const headers: Record<string, string> = {};
  if (body !== undefined || method !== "GET") headers["content-type"] = "application/json";
  if (key !== null) headers.authorization = `Bearer ${key}`;
  const text = body === undefined ? (method === "POST" ? "{}" : undefined) : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      ...defined({ body: text, signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerError(0, "UNREACHABLE", "the server cannot be reached");
  }
  if (!response.ok) throw await toServerError(response);
  return response;
}

/** Asks and reads the answer as JSON. */
export async function fetchJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await fetchResponse(path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function toServerError(response: Response): Promise<ServerError> {
  const { status } = response;
  const payload: unknown = await response.json().catch(() => undefined);
  const { code, message } = (payload ?? {}) as { code?: unknown; message?: unknown };
  return new ServerError(
    status,
    typeof code === "string" ? code : "UNKNOWN",
    typeof message === "string" ? message : `the server answered with status ${status}`,
  );
}

/** A sentence for a person. */
export function formatError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
