/** A program that a benchmark runs beside ours: it reads a line and answers with lines. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, renameSync } from "node:fs";
import { createInterface } from "node:readline";

export interface PeerProcessOptions {
  /** What becomes of its error output. `collect` keeps the end of it in `errorOutput`. Default `inherit`. */
  readonly errors?: "inherit" | "ignore" | "collect";
  readonly env?: Readonly<Record<string, string>>;
}

/** A running program with lines in and lines out. */
export class PeerProcess {
  readonly name: string;
  /** The end of what it wrote to its error output, with `errors: "collect"`. */
  errorOutput = "";
  /** Why it could not be started. */
  startError: string | undefined;
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(
    name: string,
    program: string,
    args: readonly string[],
    { errors = "inherit", env = {} }: PeerProcessOptions = {},
  ) {
    this.name = name;
    const child = spawn(program, args, {
      stdio: ["pipe", "pipe", errors === "collect" ? "pipe" : errors],
      env: { ...process.env, ...env },
    });
    this.#process = child;
    if (child.stdin === null || child.stdout === null) throw new Error(`${name} has no pipes`);
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr?.on("data", (text) => {
      this.errorOutput = `${this.errorOutput}${text}`.slice(-2000);
    });
    child.stdin.on("error", () => {}); // it has ended, which reading finds out
    child.on("error", ({ message }) => {
      this.startError = message;
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  write(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** The next line; undefined when the program has ended. */
  async tryReadLine(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : (value as string);
  }

  /** The next line. Throws when the program has ended. */
  async readLine(): Promise<string> {
    const line = await this.tryReadLine();
    if (line === undefined)
      throw new Error(`${this.name} stopped: ${this.startError ?? "no more lines"}`);
    return line;
  }

  /** Ends its input, upon which it ends. */
  stop(): void {
    this.#process.stdin?.end();
  }

  kill(): void {
    this.stop();
    this.#process.kill();
  }
}

/** Whether this Java runs Lucene 10, which needs 21 or later. */
export function hasRecentJava(java: string): boolean {
  const { stderr, status } = spawnSync(java, ["-version"], { encoding: "utf8" });
  return status === 0 && Number(/version "(\d+)/.exec(stderr)?.[1]) >= 21;
}

/** Writes rows with tabs between their cells, for a program to read. A file of an earlier run stays. */
export async function writeTable(
  path: string,
  rows: AsyncIterable<readonly string[]>,
): Promise<void> {
  if (existsSync(path)) return;
  const out = createWriteStream(`${path}.unfinished`);
  for await (const row of rows) {
    if (!out.write(`${row.map(toSingleLine).join("\t")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(`${path}.unfinished`, path);
}

/** A text with neither tabs nor line ends. */
export function toSingleLine(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, " ");
}
