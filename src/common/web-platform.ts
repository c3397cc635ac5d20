/**
 * The parts of web platform objects that the library uses, declared by their members, so that its
 * declarations compile without the types of the DOM and of Node.
 */

/** An `AbortSignal`. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The result of `work`, or a rejection with the reason of the signal as soon as it is aborted. */
export function untilAborted<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
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

/** The options of a `fetch` request for a file. */
export interface FileRequest {
  readonly cache?: "no-cache" | "no-store" | "default" | "reload" | "force-cache";
  readonly headers?: Readonly<Record<string, string>>;
}

/** A `ReadableStream` with the bytes of a file. A substitute may lack the reader. */
export interface FileBody {
  cancel(): Promise<void>;
  getReader?(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

/** A `Response` with the bytes of a file. */
export interface FileResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The unread body, to read it piece by piece or to cancel it. */
  readonly body?: FileBody | null;
}
