/** The part of a request that the server uses, common to a web `Request` and a request on a socket. */

/** A request. */
export interface HttpRequest {
  readonly method: string;
  /** The host is not trusted; use the `Host` header. */
  readonly url: string;
  readonly headers: HttpHeaders;
  /** Bytes in chunks; null where none are sent. */
  readonly body: object | null;
  /** Aborted when the client disconnects. Created on first use, because creation is slow. */
  readonly signal: AbortSignal;
}

/** Headers by their names, whatever their capitals; several of one name are joined. */
export interface HttpHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}
