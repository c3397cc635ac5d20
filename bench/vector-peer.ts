/** A process of bench/peers/vectors that has an index of the vectors and waits for searches. */

import { PeerProcess } from "./peer-process.ts";

/** Milliseconds of processor time per query, and for each query the rows that were found, nearest first. */
export interface NeighbourResult {
  readonly ms: number;
  readonly found: readonly (readonly number[])[];
}

/** Another library at work. */
export class VectorPeer {
  readonly buildSeconds: number;
  readonly #process: PeerProcess;

  private constructor(child: PeerProcess, seconds: number) {
    this.#process = child;
    this.buildSeconds = seconds;
  }

  /** Undefined, after a line that says so, where the library does not work here. */
  static async start(
    name: string,
    program: string,
    args: readonly string[],
  ): Promise<VectorPeer | undefined> {
    const child = new PeerProcess(name, program, args, { env: { OMP_NUM_THREADS: "1" } });
    const line = await child.tryReadLine();
    if (line === undefined) {
      console.log(`  ${name} is left out: ${child.startError ?? "it stopped"}`);
      return undefined;
    }
    const { seconds } = JSON.parse(line) as { seconds: number };
    return new VectorPeer(child, seconds);
  }

  /** Asks every query with this ef. */
  async ask(ef: number): Promise<NeighbourResult> {
    this.#process.write(String(ef));
    return JSON.parse(await this.#process.readLine()) as NeighbourResult;
  }

  stop(): void {
    this.#process.stop();
  }
}
