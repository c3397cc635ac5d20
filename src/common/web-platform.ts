/**
 * What the library needs of objects of the web platform, told by their members:
 * so its declarations compile without the types of the DOM and of Node.
 */

/** An `AbortSignal`. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
}

/** A web `Worker`. */
export interface WebWorker {
  postMessage(message: unknown): void;
  terminate(): void;
}

/** A `URL`. */
export interface UrlLike {
  readonly href: string;
}

/** What `fetch` is told about a request for a file. */
export interface FileRequest {
  readonly cache?: "no-cache" | "no-store" | "default" | "reload" | "force-cache";
  readonly headers?: Readonly<Record<string, string>>;
}

/** A `Response` with the bytes of a file. */
export interface FileResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
  /** What has not been read, for one who needs no more of it. */
  readonly body?: { cancel(): Promise<void> } | null;
}
