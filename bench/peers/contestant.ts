/** A process that does benchmark work on request: a line in, a line of JSON out. */

import { PeerProcess } from "../peer-process.ts";

export interface ContestantResult {
  /** Of each time: milliseconds that passed, and milliseconds of processor time on all threads. */
  readonly ms: readonly number[];
  readonly cpu: readonly number[];
  readonly losses: readonly number[];
}

export class Contestant {
  readonly name: string;
  readonly #process: PeerProcess;
  #isOut = false;

  constructor(name: string, command: string, args: readonly string[]) {
    this.name = name;
    this.#process = new PeerProcess(name, command, args, { errors: "collect" });
  }

  /** Undefined, after one line that says why, when the process has ended or is too slow. */
  async ask(task: string, count: number, seconds: number): Promise<ContestantResult | undefined> {
    if (this.#isOut) return undefined;
    this.#process.write(`${task} ${count}`);
    let alarm: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      alarm = setTimeout(resolve, 1000 * seconds, "late");
    });
    const line = await Promise.race([this.#process.tryReadLine(), late]);
    clearTimeout(alarm);
    if (line === "late") return this.#leave(`no answer to "${task} ${count}" in ${seconds} s`);
    const { startError, errorOutput } = this.#process;
    if (line === undefined) return this.#leave(startError ?? extractErrorLine(errorOutput));
    return JSON.parse(line) as ContestantResult;
  }

  stop(): void {
    this.#process.kill();
  }

  #leave(reason: string): undefined {
    if (!this.#isOut) console.log(`${this.name} is left out from here on: ${reason}`);
    this.#isOut = true;
    this.stop();
  }
}

/** The line of a program's complaint that says most: the one with "Error", or the last. */
function extractErrorLine(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  return lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "it ended";
}
