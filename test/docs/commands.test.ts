import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../apps/cli/commands.ts";

test("docs/cli.md has a section for every command", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
  const headings = [...page.matchAll(/^## (.+)$/gm)].flatMap(([, title = ""]) =>
    title.split(" and "),
  );
  expect(COMMANDS.map(({ name }) => name).filter((name) => !headings.includes(name))).toEqual([]);
});
