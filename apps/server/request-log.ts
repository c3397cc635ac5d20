/**
 * The log: one JSON object per line. It has the declared route, not the requested
 * address, so that it contains neither queries nor keys.
 */

/** Receives the lines. */
export type LogSink = (line: string) => void;

/** The log entry of a request. */
export interface LoggedRequest {
  readonly request: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Of a fault of the server: its stack. */
  readonly fault?: string | undefined;
}

/** Writes requests and events as lines. */
export class RequestLog {
  readonly #sink: LogSink | undefined;
  readonly #clock: () => Date;

  /** Without a sink there is no log. */
  constructor(sink: LogSink | undefined, clock: () => Date = () => new Date()) {
    this.#sink = sink;
    this.#clock = clock;
  }

  request(request: LoggedRequest): void {
    this.#line("request", request);
  }

  event(event: string, facts: object = {}): void {
    this.#line(event, facts);
  }

  #line(event: string, facts: object): void {
    if (this.#sink === undefined) return;
    this.#sink(JSON.stringify({ time: this.#clock().toISOString(), event, ...facts }));
  }
}

/** Hands over the lines of one turn of the event loop at once: one write for many requests. */
export function batchLines(sink: LogSink): LogSink {
  let lines: string[] = [];
  const flush = (): void => {
    const batch = lines.join("\n");
    lines = [];
    if (batch !== "") sink(batch);
  };
  process.once("exit", flush); // what a fault of this very turn had to say
  return (line) => {
    if (lines.push(line) === 1) setImmediate(flush);
  };
}
