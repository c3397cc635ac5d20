/** Completion scripts, run by the shells that are there. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { type Command, loadCommands } from "./command.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { COMMANDS } from "./commands.ts";

const folder = createTemporaryFolder("completion");
let type: ReturnType<typeof createCommandRunner>;
let commands: Command[];

beforeAll(async () => {
  commands = await loadCommands(COMMANDS);
  type = createCommandRunner(new MemoryFiles(), commands);
});

async function readScript(shell: string): Promise<string> {
  const { code, out } = await type("completion", shell);
  expect(code).toBe(0);
  const path = join(folder, shell);
  writeFileSync(path, out);
  return path;
}

describe("bash", () => {
  /** What bash offers for the last of these words. */
  async function completeWords(...words: string[]): Promise<string[]> {
    writeFileSync(join(folder, "a-file"), "");
    const line = `source ${await readScript("bash")}; cd ${folder}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _termwise; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.trimEnd().split("\n");
  }

  test("completes commands, options, values and files", async () => {
    expect(await completeWords("termwise", "se")).toEqual(["settings", "search", "serve"]);
    expect(await completeWords("termwise", "")).toEqual(COMMANDS.map(({ name }) => name));
    expect(await completeWords("termwise", "search", "--exp")).toEqual(["--explain"]);
    expect(await completeWords("termwise", "search", "--no")).toEqual(["--no-color"]);
    expect(await completeWords("termwise", "compare", "q", "--test", "")).toEqual([
      "t",
      "randomisation",
      "wilcoxon",
    ]);
    expect(await completeWords("termwise", "search", "a-f")).toEqual(["a-file"]);
  });
});

describe.each(["zsh", "fish"])("%s", (shell) => {
  test("is given every command and every option", async () => {
    const { out } = await type("completion", shell);
    for (const { name, options } of commands) {
      expect(out).toMatch(new RegExp(`\\b${name}\\b`));
      for (const option of options) expect(out).toContain(option.name);
    }
  });
});

test("another shell is refused with those that are known", async () => {
  const { code, note } = await type("completion", "tcsh");
  expect(code).toBe(2);
  expect(note).toContain("the shell must be one of bash, zsh, fish");
});
