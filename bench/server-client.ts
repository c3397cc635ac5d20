/** A plain client that keeps its connections, as cheap as Node allows. */

import { Agent, request } from "node:http";

/** An answer and how long it took. */
export interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

export class ServerClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1000 });

  constructor(port: number) {
    this.#port = port;
  }

  get(path: string): Promise<Answered> {
    return this.#ask("GET", path);
  }

  post(path: string, body: unknown): Promise<Answered> {
    return this.#ask("POST", path, JSON.stringify(body));
  }

  /** Of the server, as it tells itself. */
  async residentBytes(): Promise<number> {
    const { text } = await this.get("/metrics");
    return Number(/^termwise_resident_bytes (\d+)/m.exec(text)?.[1]);
  }

  /** How late timers of the server were at most since this was last asked, in ms. */
  async loopDelay(): Promise<number> {
    const { text } = await this.get("/metrics");
    const seconds = /^termwise_event_loop_delay_max_seconds (\S+)/m.exec(text)?.[1];
    return Math.round(Number(seconds) * 1e6) / 1e3;
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(method: string, path: string, body?: string): Promise<Answered> {
    const begun = performance.now();
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    return new Promise((resolve, reject) => {
      const asked = request(
        { agent: this.#agent, host: "127.0.0.1", port: this.#port, method, path, headers },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => {
            text += chunk;
          });
          answer.on("end", () => {
            resolve({ status: answer.statusCode ?? 0, ms: performance.now() - begun, text });
          });
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
  }
}
