/** A running engine with the protocol of bench/peers/search/README.md. */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PeerProcess } from "./peer-process.ts";
import type { Engine } from "./search-peers.ts";
import type { Workload } from "./search-workload.ts";

export class SearchProcess {
  readonly name: string;
  readonly hasBm25: boolean;
  /** Name and version, as reported by the engine. */
  description = "";
  /** Of the run that built the index. */
  buildSeconds = 0;
  indexBytes = 0;
  readonly #process: PeerProcess;

  private constructor({ name, hasBm25 }: Engine, child: PeerProcess) {
    this.name = name;
    this.hasBm25 = hasBm25;
    this.#process = child;
  }

  static async start(engine: Engine, workload: Workload): Promise<SearchProcess> {
    const queries = engine.isSmall ? workload.fewQueries : workload.queries;
    const index = findIndex(engine, workload);
    const mark = toMark(index);
    if (!existsSync(mark)) rmSync(index, { recursive: true, force: true }); // a run was stopped
    const args = [...engine.before, workload.documents, queries, index, ...engine.after];
    const child = new PeerProcess(engine.name, engine.program, args, { errors: "ignore" });
    const running = new SearchProcess(engine, child);
    const [, seconds, bytes, ...words] = (await child.readLine()).split(" ");
    if (Number(seconds) > 0) writeFileSync(mark, `${seconds}\n`);
    running.buildSeconds = existsSync(mark) ? Number(readFileSync(mark, "utf8")) : 0;
    running.indexBytes = Number(bytes);
    running.description = words.join(" ");
    return running;
  }

  /** Whether an engine has finished its index. */
  static isBuilt(engine: Engine, workload: Workload): boolean {
    return existsSync(toMark(findIndex(engine, workload)));
  }

  /** The response lines of a command. */
  async ask(command: string): Promise<string[]> {
    this.#process.write(command);
    const lines: string[] = [];
    for (;;) {
      const line = await this.#process.readLine();
      if (line === "end") return lines;
      lines.push(line);
    }
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

  /**
   * The peak memory of the process so far, including building if it built its index; undefined if
   * the system does not report it (only Linux does, in /proc).
   */
  peakBytes(): number | undefined {
    const status = `/proc/${this.#process.pid}/status`;
    if (!existsSync(status)) return undefined;
    const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  }

  stop(): void {
    this.#process.stop();
  }
}

function findIndex({ name, index = name }: Engine, { folder }: Workload): string {
  return join(folder, index);
}

/** The file that says that an index is finished, and how many seconds that took. */
function toMark(index: string): string {
  return `${index}.built`;
}
