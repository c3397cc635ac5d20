import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { typist } from "./typed.contract.ts";
import { VERSION } from "./version.ts";

/** A command that shows what it was given, or fails as it is told to. */
const echo: Command = {
  name: "echo",
  summary: "show arguments",
  usage: "echo <word>... [--level <n>]",
  description: "Shows what it was given.",
  options: [
    { name: "level", value: "<n>", summary: "a number", default: "1", choices: ["1", "2"] },
    { name: "loud", summary: "shout" },
    { name: "fail", value: "<code>", summary: "fail" },
  ],
  examples: [{ type: "termwise echo a", does: "shows a" }],
  async run(args, shell) {
    const code = args.text("fail");
    if (code === "bug") throw new TypeError("oops");
    if (code !== undefined) throw new TermwiseError(code as "IO", "told to fail");
    shell.out(JSON.stringify([args.positionals, args.text("level"), args.has("loud")]));
  },
};

const type = typist(new MemoryFiles(), [echo]);

describe("termwise", () => {
  test("runs a command with its arguments and defaults", async () => {
    expect(await type("echo", "a", "b", "--loud")).toEqual({
      code: 0,
      out: '[["a","b"],"1",true]\n',
      note: "",
    });
  });

  test.each([[], ["--help"], ["-h"], ["help"]])("lists the commands on %j", async (...argv) => {
    const { code, out } = await type(...argv);
    expect(code).toBe(0);
    expect(out).toContain("echo  show arguments");
  });

  test.each([
    ["echo", "--help"],
    ["help", "echo"],
  ])("shows options and examples on %s %s", async (...argv) => {
    const { code, out } = await type(...argv);
    expect(code).toBe(0);
    expect(out).toContain("--level <n>    a number (one of 1, 2; default 1)");
    expect(out).toContain("termwise echo a\n      shows a");
  });

  test("wrong use is told on one line of standard error, with code 2", async () => {
    const wrong = [
      ["ekko"],
      ["echo", "--lvel", "1"],
      ["echo", "--level", "3"],
      ["echo", "--level"],
    ];
    for (const argv of wrong) {
      const { code, out, note } = await type(...argv);
      expect(code, argv.join(" ")).toBe(2);
      expect(out).toBe("");
      expect(note).toMatch(/^termwise: .+\n$/);
    }
    expect((await type("ekko")).note).toBe("termwise: there is no command ekko; there are echo\n");
    expect((await type("echo", "--level", "3")).note).toBe(
      'termwise: --level must be one of 1, 2; got "3" (usage: termwise echo <word>... [--level <n>])\n',
    );
  });

  test.each([
    ["BAD_ARGUMENT", 2],
    ["NOT_FOUND", 2],
    ["BAD_INPUT", 3],
    ["CORRUPT_INDEX", 3],
    ["IO", 1],
  ])("an error %s ends with %i", async (error, expected) => {
    expect(await type("echo", "--fail", error)).toEqual({
      code: expected,
      out: "",
      note: "termwise: told to fail\n",
    });
  });

  test("anything else is called a bug and shows its stack", async () => {
    const { code, note } = await type("echo", "--fail", "bug");
    expect(code).toBe(1);
    expect(note).toMatch(/this is a bug.*\nTypeError: oops\n\s+at /);
  });

  test("knows its version", async () => {
    const { version } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(VERSION).toBe(version);
    expect((await type("--version")).out).toBe(`${version}\n`);
  });
});

test("every command has help with examples that start with termwise", () => {
  for (const command of COMMANDS) {
    expect(command.usage.split(" ")[0]).toBe(command.name);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { type: typed } of command.examples) {
      expect(typed).toMatch(new RegExp(`^termwise ${command.name}( |$)`));
    }
  }
});
