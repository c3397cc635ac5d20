/** A process of bench/peers/vectors with an index of the vectors. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Processor milliseconds per query, and the rows found for each query, nearest first. */
export interface NeighbourResult {
  readonly ms: number;
  readonly found: readonly (readonly number[])[];
}

/** A running library. */
export class VectorPeer {
  readonly buildSeconds: number;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>, seconds: number) {
    this.#process = child;
    this.#lines = lines;
    this.buildSeconds = seconds;
  }

  /** Undefined, after a message, if the library does not work here. */
  static async start(
    name: string,
    program: string,
    args: readonly string[],
  ): Promise<VectorPeer | undefined> {
    const child = spawn(program, args, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, OMP_NUM_THREADS: "1" },
    });
    child.on("error", ({ message }) => console.log(`  ${name}: ${message}`));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    if (done === true) {
      console.log(`  ${name} is skipped: it stopped`);
      return undefined;
    }
    const { seconds } = JSON.parse(value) as { seconds: number };
    return new VectorPeer(child, lines, seconds);
  }

  /** Runs every query with this ef. */
  async ask(ef: number): Promise<NeighbourResult> {
    this.#process.stdin?.write(`${ef}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("a library of the benchmark stopped");
    return JSON.parse(value as string) as NeighbourResult;
  }

  stop(): void {
    this.#process.stdin?.end();
  }
}
