import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { COMMON_OPTIONS } from "./arguments.ts";
import type { Command } from "./command.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { COMMANDS } from "./commands.ts";
import { formatCommandHelp } from "./help.ts";
import { supportsColor } from "./terminal-text.ts";
import { runTermwise } from "./termwise.ts";
import { VERSION } from "./version.ts";

/** A command that shows what it was given, or fails as it is told to. */
const echo: Command = {
  name: "echo",
  summary: "show arguments",
  usage: "echo <word>... [--level <n>]",
  description: "Shows what it was given.",
  options: [
    { name: "level", value: "<n>", summary: "a number", default: "1", choices: ["1", "2"] },
    { name: "loud", short: "l", summary: "shout" },
    { name: "times", short: "n", alias: "repeat", value: "<n>", summary: "how often" },
    { name: "fail", value: "<code>", summary: "fail" },
  ],
  examples: [{ type: "termwise echo a", does: "shows a" }],
  async run(args, context) {
    const code = args.text("fail");
    if (code === "bug") throw new TypeError("oops");
    if (code !== undefined) throw new TermwiseError(code as "IO", "told to fail");
    args.count("times", 1, 9);
    const { positionals } = args;
    context.out(JSON.stringify([positionals, args.text("level"), args.has("loud")]));
  },
};

/** A command that takes any text, and prints it with the first word emphasised. */
const say: Command = {
  ...echo,
  name: "say",
  usage: "say <text>",
  takesText: true,
  async run(args, context) {
    const [first = "", ...rest] = args.positionals;
    context.out([
      { text: first, isMatch: true },
      { text: rest.map((word) => ` ${word}`).join(""), isMatch: false },
    ]);
    context.note(first);
  },
};

const type = createCommandRunner(new MemoryFiles(), [echo, say]);

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
    expect(out).toContain("      --level <n>    a number (one of 1, 2; default 1)\n");
    expect(out).toContain("  -l, --loud         shout\n");
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
    expect((await type("echo", "--level", "3")).note).toBe(
      'termwise: --level must be one of 1, 2; got "3" (usage: termwise echo <word>... [--level <n>])\n',
    );
  });

  test.each([
    [["ekko"], 'unknown command "ekko"; did you mean "echo"?'],
    [["zzzzzz"], 'unknown command "zzzzzz"; termwise --help lists them'],
    [["help", "ekko"], 'unknown command "ekko"; did you mean "echo"?'],
    [["--verson"], 'unknown option "--verson"; termwise --help lists them'],
    [["echo", "--lvel", "1"], 'unknown option "--lvel"; did you mean "--level"?'],
    [["echo", "--repeet=2"], 'unknown option "--repeet"; did you mean "--repeat"?'],
    [["echo", "-x"], 'unknown option "-x"'],
    [["echo", "-lx"], 'unknown option "-lx"'],
    [["echo", "--loud=yes"], "--loud takes no value"],
    [["echo", "--level"], "--level needs a value, <n>"],
    [["echo", "--level", "--loud"], '--level needs a value, <n>, got the option "--loud"'],
    [["echo", "--level", "-l"], '--level needs a value, <n>, got the option "-l"'],
    [["echo", "--times", "-1"], '--times must be a whole number from 1 to 9, got "-1"'],
    [["echo", "-n", "-1"], '--times must be a whole number from 1 to 9, got "-1"'],
    [["echo", "--times=10"], '--times must be a whole number from 1 to 9, got "10"'],
    [["echo", "--times", ""], '--times must be a whole number from 1 to 9, got ""'],
  ])("%j is told what is wrong and what is allowed", async (argv, message) => {
    const { code, out, note } = await type(...argv);
    expect(note.replace(/ \(usage: .*\)\n$/, "\n")).toBe(`termwise: ${message}\n`);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  test.each([
    [["a", "-l"], '[["a"],"1",true]'],
    [["-lq", "a"], '[["a"],"1",true]'],
    [["-n", "3", "a"], '[["a"],"1",false]'],
    [["-n3", "a"], '[["a"],"1",false]'],
    [["-n=3", "--level=2", "a"], '[["a"],"2",false]'],
    [["--repeat", "3", "a"], '[["a"],"1",false]'],
    [["--level", "1", "--level", "2"], '[[],"2",false]'],
    [["-", "-5", "-.5"], '[["-","-5","-.5"],"1",false]'],
    [["--", "--level", "-l", "--help"], '[["--level","-l","--help"],"1",false]'],
  ])("%j is understood", async (argv, printed) => {
    expect(await type("echo", ...argv)).toEqual({ code: 0, out: `${printed}\n`, note: "" });
  });

  test("text that begins with a dash is text where a command takes any", async () => {
    expect((await type("say", "-mil")).out).toBe("-mil\n");
    expect((await type("say", "--", "-l")).out).toBe("-l\n");
    expect((await type("say", "-l")).out).toBe("\n");
    expect((await type("say", "--mil")).code).toBe(2);
  });

  test.each([
    [[], { yes: false, offline: false }],
    [["--yes"], { yes: true, offline: false }],
    [["-y", "--offline"], { yes: true, offline: true }],
  ])("%j is what a person says of fetching packages", async (argv, consent) => {
    const heard: unknown[] = [];
    const fetching: Command = {
      ...echo,
      name: "fetch",
      run: async (_args, context) => void (await context.findPackage("vectors")),
    };
    const findPackage = async (...given: unknown[]): Promise<string> => {
      heard.push(given);
      return "";
    };
    await createCommandRunner(new MemoryFiles(), [fetching], { findPackage })("fetch", ...argv);
    expect(heard).toEqual([["vectors", consent]]);
  });

  test("control characters are shown, never sent to the terminal", async () => {
    const title = "\x1b]0;owned\x07a\x9b31m\r\x7f";
    const escapedText = "\\u001b]0;owned\\u0007a\\u009b31m\\u000d\\u007f";
    const colourful = createCommandRunner(new MemoryFiles(), [echo, say], { hasColor: true });
    expect(await type("say", title, "b\tc\nd")).toEqual({
      code: 0,
      out: `${escapedText} b\tc\nd\n`,
      note: `${escapedText}\n`,
    });
    expect((await colourful("say", title, "b")).out).toBe(`\x1b[1m${escapedText}\x1b[22m b\n`);
    expect((await colourful("say", title, "b", "--no-color")).out).toBe(`${escapedText} b\n`);
    // An escape inside JSON is the same string for a program.
    expect(JSON.parse((await type("echo", title)).out)[0]).toEqual([title]);
    expect((await type(`\x1b[2J`)).note).not.toContain("\x1b");
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
    for (const versionArgument of ["--version", "-v", "-V", "version"]) {
      expect((await type(versionArgument)).out).toBe(`${version}\n`);
    }
  });
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ TERM: "dumb" }, true, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
])("with %j and a terminal: %s, colours are wanted: %s", (environment, isTerminal, isColored) => {
  expect(supportsColor(environment, isTerminal)).toBe(isColored);
});

test("every command has help with examples that start with termwise", async () => {
  for (const { name, load } of COMMANDS) {
    const command = await load();
    expect(command.name).toBe(name);
    expect(command.usage.split(" ")[0]).toBe(command.name);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { type: exampleCommand } of command.examples) {
      expect(exampleCommand).toMatch(new RegExp(`^termwise ${command.name}( |$)`));
    }
  }
});

test("descriptions and options of help have at most 100 characters per line", async () => {
  for (const { name, load } of COMMANDS) {
    const [text = ""] = formatCommandHelp(await load()).split("\nExamples:");
    const long = text.split("\n").filter((line) => line.length > 100);
    expect(long, name).toEqual([]);
  }
});

test("no command has two options of one name or letter", async () => {
  for (const { load } of COMMANDS) {
    const { name, options } = await load();
    const all = [...options, ...COMMON_OPTIONS];
    const names = all.flatMap((option) => [option.name, option.alias, option.short]);
    const given = names.filter((each) => each !== undefined);
    expect(given, name).toEqual([...new Set(given)]);
  }
});

test("a former name of a command works, and names the new one", async () => {
  const notes: string[] = [];
  const code = await runTermwise(["site", "nowhere/at-all"], {
    out: () => {},
    note: (text) => notes.push(text),
    files: new MemoryFiles(),
    progress: () => {},
    hasColor: false,
    findPackage: async (name) => name,
  });
  expect(code).toBe(2);
  expect(notes).toEqual([
    '"termwise site" is now "termwise export-site"; the next version drops the former',
    'termwise: "nowhere/at-all" is not a folder',
  ]);
});
