import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { type CommandOutput, createCommandRunner } from "./command-runner.contract.ts";
import { exportSite } from "./export-site.ts";

const folder = createTemporaryFolder("site");

const type = (...argv: string[]): Promise<CommandOutput> =>
  createCommandRunner(new NodeFiles(), [exportSite])(...argv, "--quiet");

test("writes the search of a site and says how to use it", async () => {
  writeFileSync(join(folder, "a.html"), "<html lang=en><h1>Salt</h1>");
  writeFileSync(join(folder, "404.html"), "<h1>Nothing</h1>");
  const { code, out, note } = await type("export-site", folder, "--verbose");
  expect([code, note]).toEqual([0, `left out: ${folder}/404.html (error page)\n`]);
  expect(out).toContain(`1 page in ${folder}/termwise: 2 read,`);
  expect(out).toContain('<script type="module" src="/termwise/termwise-search.js">');
  const repeated = JSON.parse((await type("export-site", folder, "--json")).out);
  expect(repeated).toMatchObject({ pages: 1, read: 0, written: 0, leftOut: 1 });
  expect(repeated.languages).toMatchObject([{ language: "en", pages: 1, filters: [] }]);
});

test("leaves out words that contribute little where it is asked to", async () => {
  const pages = join(folder, "pruned");
  mkdirSync(pages);
  writeFileSync(join(pages, "a.html"), `<h1>Salt</h1><p>${"salt pan ".repeat(40)} and wind</p>`);
  writeFileSync(join(pages, "b.html"), "<h1>Wind</h1><p>wind and sea</p>");
  const measureBytes = async (...options: string[]): Promise<number> =>
    JSON.parse((await type("export-site", pages, "--json", ...options)).out).languages[0].bytes;
  expect(await measureBytes("--prune", "0.8")).toBeLessThan(await measureBytes());
  const wrong = await type("export-site", pages, "--prune", "much");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.note).toContain('--prune must be a number ≥ 0, got "much"');
});

test("refuses what is not a folder of pages", async () => {
  mkdirSync(join(folder, "empty"));
  expect(await type("export-site", join(folder, "empty"))).toMatchObject({ code: 2 });
  expect(await type("export-site", join(folder, "a.html"))).toMatchObject({ code: 2 });
  const wrong = await type("export-site", folder, "--language", "English");
  expect(wrong.note).toContain("--language must be an ISO 639 code such as en or de");
});
