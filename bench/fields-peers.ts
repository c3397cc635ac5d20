/** Other engines on the work of bench/fields.ts; bench/peers/fields has their programs. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGES = join(ROOT, ".build/peers/npm");
const PROGRAM = join(ROOT, "bench/peers/fields/npm-peer.mjs");
const ENGINES = { fts5: "better-sqlite3", orama: "@orama/orama", minisearch: "minisearch" };

/** The names of the peers whose packages are there; `tell` learns of the others. */
export function fieldPeers(tell: (missing: string) => void): string[] {
  return Object.entries(ENGINES).flatMap(([name, module]) => {
    if (existsSync(join(PACKAGES, "node_modules", module))) return [name];
    tell(`${name} is not there: npm install ${module} in .build/peers/npm`);
    return [];
  });
}

/** An engine that has indexed the documents and waits for lines. */
export class FieldPeer {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#process = child;
    if (child.stdout === null) throw new Error("no output");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** `files` are the documents, the queries and a folder of its own. */
  static async start(name: string, files: readonly string[]): Promise<FieldPeer> {
    const args = ["--max-old-space-size=12288", PROGRAM, name, PACKAGES, ...files];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    const peer = new FieldPeer(name, child);
    console.log(`  ${name}: ${(await peer.#line()).replace("ready ", "")}`);
    return peer;
  }

  /** Microseconds of each query of a line; none where the engine cannot do it. */
  async times(line: string): Promise<number[]> {
    this.#process.stdin?.write(`${line}\n`);
    const answer = await this.#line();
    return answer === "none" ? [] : answer.split(" ").map((time) => Number(time) / 1000);
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
