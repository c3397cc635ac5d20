/** What the server needs of a request: a web `Request` has it, and so has a request on a socket. */

/** A request. */
export interface HttpRequest {
  readonly method: string;
  /** With a host, which nothing is concluded from: the `Host` header says which was meant. */
  readonly url: string;
  readonly headers: HttpHeaders;
  /** Bytes in chunks; null where none are sent. */
  readonly body: object | null;
  /** Aborted when the client goes away. Making one costs, so it is asked for where it is needed. */
  readonly signal: AbortSignal;
}

/** Headers by their names, whatever their capitals; several of one name are joined. */
export interface HttpHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}
