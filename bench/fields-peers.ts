/** Other engines on the work of bench/fields.ts; bench/peers/fields has their programs. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGES = join(ROOT, ".build/peers/npm");
const PROGRAM = join(ROOT, "bench/peers/fields/npm-peer.mjs");
const ENGINES = { fts5: "better-sqlite3", orama: "@orama/orama", minisearch: "minisearch" };

/** A program, and what it is started with before the documents, the queries and a folder of its own. */
interface PeerProgram {
  readonly name: string;
  readonly program: string;
  readonly before: readonly string[];
}

/** Those of the wanted peers that are there (`all`, or names); `tell` learns of the others. */
export function fieldPeers(wanted: string, tell: (missing: string) => void): PeerProgram[] {
  const found: PeerProgram[] = [];
  const add = (peer: PeerProgram, file: string): void => {
    if (wanted !== "all" && !wanted.split(",").includes(peer.name)) return;
    if (existsSync(file)) found.push(peer);
    else tell(`${peer.name} is not there; bench/peers/fields/README.md says how to have it`);
  };
  for (const [name, module] of Object.entries(ENGINES)) {
    const before = ["--max-old-space-size=12288", PROGRAM, name, PACKAGES];
    const installed = join(PACKAGES, "node_modules", module);
    add({ name, program: process.execPath, before }, installed);
  }
  return found;
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
  static async start(
    { name, program, before }: PeerProgram,
    files: readonly string[],
  ): Promise<FieldPeer> {
    const child = spawn(program, [...before, ...files], { stdio: ["pipe", "pipe", "inherit"] });
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
