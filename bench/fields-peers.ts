/** Other engines on the work of bench/fields.ts; bench/peers/fields has their programs. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MixDocument } from "./fields-workload.ts";
import { hasRecentJava, PeerProcess, writeTable } from "./peer-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, ".build/peers");
const SOURCES = join(ROOT, "bench/peers/fields");
const TANTIVY = join(BUILT, "tantivy-fields/release/fields-peer");
const NPM_ENGINES = { orama: "@orama/orama", minisearch: "minisearch" };

/** A program, and what it is started with before the documents, the queries and a folder of its own. */
export interface PeerProgram {
  readonly name: string;
  readonly program: string;
  readonly before: readonly string[];
  /** `whole`: all documents; `slow`: all, and few queries; `heap`: the part that a JavaScript heap holds. */
  readonly kind: "whole" | "slow" | "heap";
}

/** Those of the wanted peers that are there (`all`, or names); `tell` learns of the others. */
export function findFieldPeers(
  requested: string,
  reportMissing: (missing: string) => void,
): PeerProgram[] {
  const peers: PeerProgram[] = [];
  const add = (peer: PeerProgram, isInstalled: () => boolean): void => {
    if (requested !== "all" && !requested.split(",").includes(peer.name)) return;
    if (isInstalled()) peers.push(peer);
    else
      reportMissing(`${peer.name} is not there; bench/peers/fields/README.md says how to have it`);
  };
  const { JAVA: java = "java", PYTHON: python = "python3" } = process.env;
  const jars = join(BUILT, "lucene");
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx4g", "-cp", join(jars, "*")];
  const before = [...flags, join(SOURCES, "lucene/FieldsPeer.java")];
  add(
    { name: "lucene", program: java, before, kind: "whole" },
    () => existsSync(join(jars, "lucene-analysis-common-10.3.1.jar")) && hasRecentJava(java),
  );
  add({ name: "tantivy", program: TANTIVY, before: [], kind: "whole" }, () => existsSync(TANTIVY));
  const sqlite = { name: "fts5", program: python, before: [join(SOURCES, "fts5-peer.py")] };
  add({ ...sqlite, kind: "slow" }, () => hasFts5(python));
  for (const [name, module] of Object.entries(NPM_ENGINES)) {
    const packages = join(BUILT, "npm");
    const start = ["--max-old-space-size=12288", join(SOURCES, "npm-peer.mjs"), name, packages];
    const isInstalled = () => existsSync(join(packages, "node_modules", module));
    add({ name, program: process.execPath, before: start, kind: "heap" }, isInstalled);
  }
  return peers;
}

function hasFts5(python: string): boolean {
  const table = "CREATE VIRTUAL TABLE t USING fts5(x)";
  const program = `import sqlite3; sqlite3.connect(":memory:").execute("${table}")`;
  return spawnSync(python, ["-c", program]).status === 0;
}

/** The documents as lines of number, source, date, title and text with tabs between; kept for the next run. */
export async function writeDocuments(
  path: string,
  documents: AsyncIterable<MixDocument>,
): Promise<void> {
  async function* toRows(): AsyncGenerator<readonly string[]> {
    for await (const { id, source, published, title, text } of documents) {
      yield [id, source, published, title, text];
    }
  }
  await writeTable(path, toRows());
}

/** An engine that has indexed the documents and waits for lines. */
export class FieldPeer {
  readonly name: string;
  readonly #process: PeerProcess;

  private constructor(child: PeerProcess) {
    this.name = child.name;
    this.#process = child;
  }

  /** `files` are the documents, the queries and a folder of its own. */
  static async start(
    { name, program, before }: PeerProgram,
    files: readonly string[],
  ): Promise<FieldPeer> {
    const child = new PeerProcess(name, program, [...before, ...files]);
    console.log(`  ${name}: ${(await child.readLine()).replace("ready ", "")}`);
    return new FieldPeer(child);
  }

  /** Microseconds of each query of a line; none where the engine cannot do it. */
  async times(line: string): Promise<number[]> {
    this.#process.write(line);
    const answer = await this.#process.readLine();
    return answer === "none" ? [] : answer.split(" ").map((time) => Number(time) / 1000);
  }

  stop(): void {
    this.#process.stop();
  }
}
