/** A process that does benchmark work on request: a line in, a line of JSON out. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ContestantResult {
  /** Per repetition: wall-clock milliseconds, and processor milliseconds of all threads. */
  readonly ms: readonly number[];
  readonly cpu: readonly number[];
  readonly losses: readonly number[];
}

export class Contestant {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #errorOutput = "";
  #isOut = false;

  constructor(name: string, command: string, args: readonly string[]) {
    this.name = name;
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#process = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on("data", (text) => {
      this.#errorOutput = `${this.#errorOutput}${text}`.slice(-2000);
    });
    child.stdin.on("error", () => {}); // it has ended, which `ask` detects
    child.on("error", ({ message }) => this.#leave(message));
  }

  /** Undefined, after one line with the reason, when the process has ended or is too slow. */
  async ask(task: string, count: number, seconds: number): Promise<ContestantResult | undefined> {
    if (this.#isOut) return undefined;
    this.#process.stdin?.write(`${task} ${count}\n`);
    let alarm: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      alarm = setTimeout(resolve, 1000 * seconds, "late");
    });
    const answer = await Promise.race([this.#lines.next(), late]);
    clearTimeout(alarm);
    if (answer === "late") return this.#leave(`no answer to "${task} ${count}" in ${seconds} s`);
    if (answer.done) return this.#leave(extractErrorLine(this.#errorOutput));
    return JSON.parse(answer.value) as ContestantResult;
  }

  stop(): void {
    this.#process.stdin?.end();
    this.#process.kill();
  }

  #leave(reason: string): undefined {
    if (!this.#isOut) console.log(`${this.name} is skipped from here on: ${reason}`);
    this.#isOut = true;
    this.stop();
  }
}

/** The most informative line of an error output: the one with "Error", or the last. */
function extractErrorLine(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  return lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "it ended";
}
