/** A running engine, asked through the protocol of bench/peers/search/README.md. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PeerProcess } from "./peer-process.ts";
import type { Engine } from "./search-peers.ts";
import type { Workload } from "./search-workload.ts";

export class SearchProcess {
  readonly name: string;
  readonly hasBm25: boolean;
  /** Name and version, as the engine gives them. */
  description = "";
  /** 0 where an earlier index was used. */
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
    const index = join(workload.folder, engine.name);
    const args = [...engine.before, workload.documents, queries, index, ...engine.after];
    const child = new PeerProcess(engine.name, engine.program, args, { errors: "ignore" });
    const running = new SearchProcess(engine, child);
    const [, seconds, bytes, ...words] = (await child.readLine()).split(" ");
    running.buildSeconds = Number(seconds);
    running.indexBytes = Number(bytes);
    running.description = words.join(" ");
    return running;
  }

  /** The lines that answer a command. */
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
   * The most memory that the process has held so far, building included where it built its
   * index; undefined where the system does not tell (only Linux does, in /proc).
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
