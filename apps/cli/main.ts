#!/usr/bin/env node

/** The program `termwise`: finds the command, runs it, and ends with the right exit code. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  findOrInstallPackage,
  removeInstalledPackage,
} from "../../src/collection/packages/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { withExamples } from "./example-files.ts";
import { withPipes } from "./pipe-files.ts";
import { createProgressBar, createProgressLog } from "./progress-display.ts";
import { supportsColor } from "./terminal-text.ts";
import { type Consent, type Console, runTermwise } from "./termwise.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) closes the pipe; that is no failure.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`termwise: cannot write to standard output: ${error.message}\n`);
  process.exit(1);
});
// Notes are lost; results still count.
process.stderr.on("error", () => {});

const write = (text: string): boolean => process.stderr.write(text);
const { env } = process;
const display = process.stderr.isTTY && env.TERM !== "dumb" ? createProgressBar : createProgressLog;
const collections = env.TERMWISE_COLLECTIONS;

/** Reads a line from the terminal. */
async function ask(prompt: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((resolve) => {
      lines.once("close", () => resolve(undefined));
      lines.question(prompt, resolve);
    });
  } finally {
    lines.close();
  }
}

/** Bytes that come as they come: standard input, and named pipes. */
async function openPipe(path: string): Promise<Readable | undefined> {
  const isPipe = path !== "-" && (await stat(path).catch(() => undefined))?.isFIFO();
  if (path !== "-" && !isPipe) return undefined;
  const pipe = path === "-" ? process.stdin : createReadStream(path);
  pipes.push(pipe);
  return pipe;
}

const pipes: Readable[] = [];
const examples = fileURLToPath(new URL("../../../examples/data", import.meta.url));

const progress = display(write, () => performance.now());
/** Packages that a person did not want to be fetched: one question is enough. */
const declinedPackages = new Set<string>();

async function askToFetch(name: string, consent: Consent): Promise<string> {
  const confirm = async (): Promise<boolean> => {
    const isConfirmed =
      !declinedPackages.has(name) && /^(y.*)?$/i.test((await ask("Fetch it? [Y/n] ")) ?? "n");
    if (!isConfirmed) declinedPackages.add(name);
    return isConfirmed;
  };
  return findOrInstallPackage(name, {
    announce: (text) => void (declinedPackages.has(name) || write(`${text}\n`)),
    ...(process.stdin.isTTY && !consent.yes ? { confirm } : {}),
    offline: consent.offline || !["", "0", undefined].includes(env.TERMWISE_OFFLINE),
    progress,
  });
}

const console: Console = {
  out: (text) => process.stdout.write(`${text}\n`),
  note: (text) => process.stderr.write(`${text}\n`),
  files: withPipes(withExamples(new NodeFiles(), examples), openPipe),
  progress,
  findPackage: askToFetch,
  removePackage: (name) => removeInstalledPackage(name),
  hasColor: supportsColor(env, process.stdout.isTTY === true),
  ...(process.stdin.isTTY ? { ask } : {}),
  ...(collections ? { collections } : {}),
};

// Not process.exit: it would cut off output that a pipe has not taken yet.
process.exitCode = await runTermwise(process.argv.slice(2), console);
// A pipe that was not read to its end would keep the program waiting.
for (const pipe of pipes) pipe.destroy();
// What a failed command has left running must not keep the program alive.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 3000).unref();
