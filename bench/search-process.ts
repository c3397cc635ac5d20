/** A running engine, asked through the protocol of bench/peers/search/README.md. */

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Engine } from "./search-peers.ts";
import type { Workload } from "./search-workload.ts";

export class RunningEngine {
  readonly name: string;
  /** Name and version, as the engine gives them. */
  description = "";
  /** 0 where an earlier index was used. */
  buildSeconds = 0;
  indexBytes = 0;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#process = child;
    if (child.stdout === null) throw new Error("no output");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(engine: Engine, workload: Workload): Promise<RunningEngine> {
    const queries = engine.isSmall ? workload.fewQueries : workload.queries;
    const index = join(workload.folder, engine.name);
    const args = [...engine.before, workload.documents, queries, index, ...engine.after];
    const child = spawn(engine.program, args, { stdio: ["pipe", "pipe", "ignore"] });
    const running = new RunningEngine(engine.name, child);
    const [, seconds, bytes, ...words] = (await running.#line()).split(" ");
    running.buildSeconds = Number(seconds);
    running.indexBytes = Number(bytes);
    running.description = words.join(" ");
    return running;
  }

  /** The lines that answer a command. */
  async ask(command: string): Promise<string[]> {
    this.#process.stdin?.write(`${command}\n`);
    const lines: string[] = [];
    for (let line = await this.#line(); line !== "end"; line = await this.#line()) lines.push(line);
    return lines;
  }

  /** Microseconds of each query. */
  async times(k: number): Promise<number[]> {
    const [line = ""] = await this.ask(`search ${k}`);
    return line.split(" ").map((nanoseconds) => Number(nanoseconds) / 1000);
  }

  /** The scores of each query's best documents. */
  async scores(k: number): Promise<number[][]> {
    const lines = await this.ask(`top ${k}`);
    return lines.map((line) =>
      line === "" ? [] : line.split(" ").map((hit) => Number(hit.slice(hit.indexOf(":") + 1))),
    );
  }

  stop(): void {
    this.#process.stdin?.end();
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`${this.name} stopped`);
    return value as string;
  }
}
