/** How the client reaches the server: its options, the part of `fetch` that it needs, and errors. */

import type { ErrorResponse } from "../api/responses.ts";
import type { CancelSignal } from "../common/web-platform.ts";

/** Address of the server, and the key for it. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:7700`. */
  readonly url: string;
  readonly key?: string | undefined;
  /** Default: that of the platform. */
  readonly fetch?: Fetch | undefined;
}

/** The part of `fetch` that the client needs, without the types of a platform. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal?: CancelSignal;
    /** Lets a request outlive its page, as when a link is followed. */
    readonly keepalive?: boolean;
  },
) => Promise<FetchResponse>;

/** The part of a response that the client needs. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  /** A stream of bytes, or null. */
  readonly body: unknown;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

/** A response of the server that reports an error. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly status: number;
  readonly code: string;
  /** The id of the request, as in the log of the server. */
  readonly request: string;

  constructor(status: number, { code, message, request }: ErrorResponse) {
    super(message);
    this.status = status;
    this.code = code;
    this.request = request;
  }
}

/** A call can be cancelled. */
export interface CallOptions {
  readonly signal?: CancelSignal | undefined;
  /** Lets the request outlive its page, as when a link is followed. */
  readonly keepalive?: boolean | undefined;
}
