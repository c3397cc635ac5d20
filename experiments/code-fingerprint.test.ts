import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fingerprintCode } from "./code-fingerprint.ts";

const MODULES: Readonly<Record<string, string>> = {
  "file:///p/table.js": 'import { learn } from "./deep/learn.js";\nexport const table = learn();',
  "file:///p/deep/learn.js":
    'import "../numbers.js";\nconst later = () => import("./lazy.js");\nnew URL("./worker.js", import.meta.url);',
  "file:///p/numbers.js": 'export * from "./deep/learn.js";',
  "file:///p/deep/lazy.js": "export const lazy = 1;",
  "file:///p/deep/worker.js": "export const worker = 1;",
  "file:///p/other.js": "export const other = 1;",
};

function fingerprint(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const modules = { ...MODULES, ...changes };
  return fingerprintCode("file:///p/table.js", async (url) => modules[url]);
}

test("a change of any module that is loaded changes the fingerprint, and no other change does", async () => {
  const before = await fingerprint();
  expect(await fingerprint()).toBe(before);
  expect(await fingerprint({ "file:///p/other.js": "changed" })).toBe(before);
  const loaded = Object.keys(MODULES).filter((url) => !url.endsWith("other.js"));
  const changed = await Promise.all(
    loaded.map((url) => fingerprint({ [url]: `${MODULES[url]} // changed` })),
  );
  expect(new Set([before, ...changed]).size).toBe(loaded.length + 1);
});

test("equal code in another folder has the same fingerprint", async () => {
  const moved = await fingerprintCode("file:///q/table.js", async (url) => {
    return MODULES[url.replace("/q/", "/p/")];
  });
  expect(moved).toBe(await fingerprint());
});

test("the code of an experiment contains the learning that it measures", async () => {
  const read: string[] = [];
  const module = new URL("./other/term-weights.ts", import.meta.url).href;
  await fingerprintCode(module, async (url) => {
    read.push(url);
    return readFile(new URL(url), "utf8").catch(() => undefined);
  });
  expect(read.some((url) => url.endsWith("/discrimination/weight-fit.ts"))).toBe(true);
  expect(read.some((url) => url.includes("/apps/"))).toBe(false);
});
