/** A process of bench/peers/vectors that has an index of the vectors and waits for searches. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Milliseconds of processor time per query, and for each query the rows that were found, nearest first. */
export interface NeighbourResult {
  readonly ms: number;
  readonly found: readonly (readonly number[])[];
}

/** Another library at work. */
export class VectorPeer {
  readonly buildSeconds: number;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>, seconds: number) {
    this.#process = child;
    this.#lines = lines;
    this.buildSeconds = seconds;
  }

  /** Undefined, after a line that says so, where the library does not work here. */
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
      console.log(`  ${name} is left out: it stopped`);
      return undefined;
    }
    const { seconds } = JSON.parse(value) as { seconds: number };
    return new VectorPeer(child, lines, seconds);
  }

  /** Asks every query with this ef. */
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
