/** A process that does benchmark work on request: a line in, a line of JSON out. */

import { PeerProcess } from "../peer-process.ts";

export interface ContestantResult {
  /** Per repetition: wall-clock milliseconds, and processor milliseconds of all threads. */
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

  /** Undefined, after one line with the reason, when the process has ended or is too slow. */
  async ask(
    task: string,
    count: number | string,
    seconds: number,
  ): Promise<ContestantResult | undefined> {
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
