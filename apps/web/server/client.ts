/**
 * The client for the server that the page came from. The API key, where the server
 * needs one, is stored for as long as the tab is open and sent with every request.
 */

import { type Fetch, ServerError, TermwiseClient } from "../../../src/client/index.ts";

const KEY = "termwise.key";

/** Stores a key for this tab. */
export function storeKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

const sendRequest: Fetch = async (url, { headers, signal, ...init }) => {
  const key = sessionStorage.getItem(KEY);
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
  try {
    return await fetch(url, {
      ...init,
      headers: { ...headers, ...authorization },
      signal: (signal as AbortSignal | undefined) ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = "the server cannot be reached";
    throw new ServerError(0, { code: "UNREACHABLE", message, request: "" });
  }
};

/** The server. Its address is relative, so that the page works below any path. */
export const client: TermwiseClient = new TermwiseClient({ url: ".", fetch: sendRequest });

/** A sentence for a person. */
export function formatError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
