/**
 * A plain client with persistent connections. It implements just enough HTTP to measure a server,
 * because a full client would dominate the measurement.
 */

import { connect, type Socket } from "node:net";

/** A response and its latency. */
export interface TimedResponse {
  readonly status: number;
  readonly ms: number;
  /** Seconds to wait before a retry, if the server requests it. */
  readonly retryAfter: number;
  readonly text: string;
}

export class ServerClient {
  readonly #port: number;
  readonly #head: string;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  /** `key` is sent with every request. */
  constructor(port: number, key?: string) {
    this.#port = port;
    const authorization = key === undefined ? "" : `Authorization: Bearer ${key}\r\n`;
    this.#head = `Host: localhost\r\n${authorization}`;
  }

  get(path: string): Promise<TimedResponse> {
    return this.#ask(`GET ${path} HTTP/1.1\r\n${this.#head}\r\n`);
  }

  post(path: string, body: unknown): Promise<TimedResponse> {
    return this.send("POST", path, body);
  }

  send(method: "POST" | "PATCH" | "DELETE", path: string, body: unknown): Promise<TimedResponse> {
    const text = JSON.stringify(body);
    const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
    return this.#ask(`${method} ${path} HTTP/1.1\r\n${this.#head}${type}\r\n\r\n${text}`);
  }

  /** The resident memory, as reported by the server. */
  async residentBytes(): Promise<number> {
    const { text } = await this.get("/metrics");
    return Number(/^termwise_resident_bytes (\d+)/m.exec(text)?.[1]);
  }

  /** The maximum timer delay of the server since the last call, in ms. */
  async loopDelay(): Promise<number> {
    const { text } = await this.get("/metrics");
    const seconds = /^termwise_event_loop_delay_max_seconds (\S+)/m.exec(text)?.[1];
    return Math.round(Number(seconds) * 1e6) / 1e3;
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  async #ask(request: string): Promise<TimedResponse> {
    let connection = this.#idle.pop();
    while (connection?.isOpen === false) connection = this.#idle.pop(); // servers close idle ones
    const isReused = connection !== undefined;
    connection ??= this.#connected();
    try {
      const answered = await connection.ask(request);
      if (connection.isOpen) this.#idle.push(connection);
      return answered;
    } catch (error) {
      // The server may close an idle connection just before a request arrives (RFC 9112, 9.3.1).
      if (!isReused || !request.startsWith("GET ") || connection.isOpen) throw error;
      return this.#connected().ask(request);
    }
  }

  #connected(): Connection {
    const connection = new Connection(this.#port);
    this.#all.add(connection);
    return connection;
  }
}

/** One connection with one request at a time. */
class Connection {
  readonly #socket: Socket;
  #begun = 0;
  #parts: Buffer[] = [];
  #missing = 0;
  #head = "";
  #resolve: (answered: TimedResponse) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (bytes) => this.#take(bytes));
    this.#socket.on("error", (error) => this.#reject(error));
    this.#socket.on("close", () => this.#reject(new Error("the server closed the connection")));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  ask(request: string): Promise<TimedResponse> {
    this.#begun = performance.now();
    this.#socket.write(request);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    let body = bytes;
    if (this.#head === "") {
      this.#parts.push(bytes);
      const message = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
      const end = message.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#head = message.toString("latin1", 0, end);
      this.#missing = Number(this.#header("content-length"));
      if (!(this.#missing >= 0)) throw new Error(`a response without a length: ${this.#head}`);
      this.#parts = [];
      body = message.subarray(end + 4);
    }
    this.#parts.push(body);
    this.#missing -= body.length;
    if (this.#missing === 0) this.#answer();
  }

  #answer(): void {
    const ms = performance.now() - this.#begun;
    const status = Number(this.#head.slice(9, 12));
    const retryAfter = Number(this.#header("retry-after") ?? 0);
    const parts = this.#parts;
    this.#parts = [];
    this.#head = "";
    this.#resolve({
      ...{ status, ms, retryAfter },
      get text(): string {
        return Buffer.concat(parts).toString("utf8");
      },
    });
  }

  #header(name: string): string | undefined {
    return new RegExp(`^${name}: (\\S+)`, "im").exec(this.#head)?.[1];
  }
}
