/** The standard streams of the program: files, pipes, full devices. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createTemporaryFolder } from "../temporary-folder.ts";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const folder = createTemporaryFolder("streams");

/** Runs a line of bash in which `termwise` is the built program. */
function bash(line: string): { status: number | null; out: string; err: string } {
  const program = `termwise() { '${process.execPath}' '${CLI}' "$@"; }; cd '${folder}'; ${line}`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", program], { encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

beforeAll(() => {
  writeFileSync(join(folder, "docs.jsonl"), '{"id":"d1","text":"flutter of a wing"}\n');
  writeFileSync(join(folder, "queries.tsv"), "q1\twing flutter\n");
  symlinkSync("/proc/self/fd/1", join(folder, STANDARD_OUTPUT));
  expect(bash("termwise index docs.jsonl --out index --quiet").status).toBe(0);
});

/** A link to /dev/stdout, which a bug may replace without harm. */
const STANDARD_OUTPUT = "stdout";

describe("--out to standard output", () => {
  const RUN = /^q1 Q0 d1 1 \S+ bm25\n$/;
  const command = `termwise run index --queries queries.tsv --out ./${STANDARD_OUTPUT} --quiet`;

  test("writes into a pipe", () => {
    expect(bash(`${command} 2> notes | cat`).out).toMatch(RUN);
  });

  test("appends to the file of standard output", () => {
    bash(`{ echo before; ${command}; echo after; } > redirected 2> notes`);
    const [first, run, last] = readFileSync(join(folder, "redirected"), "utf8").split("\n");
    expect([first, last]).toEqual(["before", "after"]);
    expect(`${run}\n`).toMatch(RUN);
    expect(readdirSync(folder).filter((name) => name.endsWith(".pending"))).toEqual([]);
  });
});

describe("standard output that cannot be written to", () => {
  test("ends with a message and a code other than 0", () => {
    for (const command of ["termwise --help", "termwise search index wing --json"]) {
      expect(bash(`${command} > /dev/full`)).toMatchObject({
        status: 1,
        err: expect.stringMatching(/^termwise: cannot write to standard output: .*ENOSPC.*\n$/),
      });
    }
  });

  test("is no failure when a reader closes the pipe early", () => {
    const { status, out } = bash("set -o pipefail; termwise evaluate --help | head -1");
    expect(out).toMatch(/^Usage: termwise evaluate/);
    expect(status).toBe(0);
  });

  test("a full standard error loses only the messages", () => {
    const { status, out } = bash(
      "termwise run index --queries queries.tsv --out r.run 2> /dev/full",
    );
    expect({ status, out }).toEqual({ status: 0, out: "" });
    expect(readFileSync(join(folder, "r.run"), "utf8")).toMatch(/^q1 Q0 d1/);
  });
});

test("starts with few file descriptors", () => {
  for (const [command, err] of [
    ["--help", ""],
    ["search index wing", "ranked by bm25\n"],
    ["start --help", ""],
    ["completion bash", ""],
  ]) {
    expect(bash(`ulimit -n 150; termwise ${command}`), command).toMatchObject({ status: 0, err });
  }
});
