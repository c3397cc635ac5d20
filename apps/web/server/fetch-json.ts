/**
 * Requests to the server of the page. Responses are JSON; an error response becomes a `ServerError`
 * with the message of the server.
 *
 * An API key, if the server requires one, is stored until the tab is closed and sent with every
 * request.
 */

import { defined } from "../../../src/common/defined.ts";

/** The server refused the request, or is unreachable. */
export class ServerError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The options of a request. */
export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const KEY = "termwise.key";

/** Stores a key for this tab. */
export function storeKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

/** Sends a request and returns the raw response. */
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

/** Sends a request and parses the response as JSON. */
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
