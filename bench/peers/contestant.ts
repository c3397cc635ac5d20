/** A process that does benchmark work on request: a line in, a line of JSON out. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Answer {
  readonly ms: readonly number[];
  readonly losses: readonly number[];
}

export class Contestant {
  readonly name: string;
  readonly #process;
  readonly #lines;

  constructor(name: string, command: string, args: readonly string[]) {
    this.name = name;
    this.#process = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    let complaint = "";
    this.#process.stderr.on("data", (text) => {
      complaint = `${complaint}${text}`.slice(-2000);
    });
    this.#process.on("exit", (code) => {
      if (code !== 0 && code !== null) console.error(`${name} ended with ${code}:\n${complaint}`);
    });
  }

  /** Undefined when the process has ended. */
  async ask(task: string, count: number): Promise<Answer | undefined> {
    if (this.#process.exitCode !== null) return undefined;
    this.#process.stdin.write(`${task} ${count}\n`);
    const { value, done } = await this.#lines.next();
    return done ? undefined : (JSON.parse(value) as Answer);
  }

  stop(): void {
    this.#process.stdin.end();
    this.#process.kill();
  }
}
