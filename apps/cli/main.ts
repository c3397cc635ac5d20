#!/usr/bin/env node

/** The program `termwise`: finds the command, runs it, and ends with the right exit code. */

import { createInterface } from "node:readline";
import { findOrInstallPackage } from "../../src/collection/packages/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { progressBar, progressLog } from "./progress-display.ts";
import { wantsColor } from "./terminal-text.ts";
import { type Console, runTermwise } from "./termwise.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) closes the pipe; that is no failure.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`termwise: cannot write to standard output: ${error.message}\n`);
  process.exit(1);
});
// Nobody can be told; the results count.
process.stderr.on("error", () => {});

const write = (text: string): boolean => process.stderr.write(text);
const { env } = process;
const display = process.stderr.isTTY && env.TERM !== "dumb" ? progressBar : progressLog;
const collections = env.TERMWISE_COLLECTIONS;

/** Waits for a line typed by a person. */
async function ask(prompt: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await new Promise((resolve) => {
      lines.once("close", () => resolve(undefined));
      lines.question(prompt, resolve);
    });
  } finally {
    lines.close();
  }
}

const console: Console = {
  out: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  files: new NodeFiles(),
  progress: display(write, () => performance.now()),
  findPackage: (name) => findOrInstallPackage(name, { announce: (text) => write(`${text}\n`) }),
  hasColor: wantsColor(env, process.stdout.isTTY === true),
  ...(process.stdin.isTTY ? { ask } : {}),
  ...(collections ? { collections } : {}),
};

// Not process.exit: it would cut off output that a pipe has not taken yet.
process.exitCode = await runTermwise(process.argv.slice(2), console);
