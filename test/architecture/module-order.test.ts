import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findMissingNames } from "./comment-references.ts";
import { findBackwardSteps, parseDataFlows } from "./data-flows.ts";
import { findViolations, TOP_MODULES } from "./module-order.ts";

const root = join(import.meta.dirname, "../..");

/** Paths below a folder, relative to the project root; empty for a missing folder. */
function listFiles(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const FOLDERS = ["src", "apps", "adapters", "experiments", "bench", "examples", "kernels"];
const isSource = (path: string): boolean => /\.[mc]?[jt]sx?$/.test(path);
const isTest = (path: string): boolean => /\.(test|contract)\.ts$/.test(path);
const readSource = (path: string): [string, string] => [
  path,
  readFileSync(join(root, path), "utf8"),
];

/** Tests may import anything, so they are excluded. `bench/peers` holds third-party programs. */
const sources = new Map(
  FOLDERS.flatMap(listFiles)
    .filter((path) => isSource(path) && !isTest(path) && !path.startsWith("bench/peers/"))
    .map(readSource),
);

test("modules import only modules above them, and every file keeps the rules", () => {
  expect(sources.size).toBeGreaterThan(400);
  expect(findViolations(sources)).toEqual([]);
});

test("files, constants and names mentioned in comments exist", () => {
  const top = readdirSync(root);
  const all = [...FOLDERS, "test", "scripts", "docs"].flatMap(listFiles);
  const everything = new Map(all.filter(isSource).map(readSource));
  everything.delete("test/architecture/module-order.test.ts"); // breaks the rule on purpose
  expect(findMissingNames(everything, [...all, ...top])).toEqual([]);
});

test("the data flows in the docs pass files that exist and never go back to an earlier module", () => {
  const dataFlows = parseDataFlows(readFileSync(join(root, "docs/architecture.md"), "utf8"));
  expect(dataFlows.map(({ title }) => title)).toEqual([
    "A document",
    "A query",
    "A judgement",
    "A training example",
    "A term weight",
  ]);
  expect(dataFlows.filter(({ files }) => files.length < 5)).toEqual([]);
  expect(dataFlows.flatMap(findBackwardSteps)).toEqual([]);
  const files = dataFlows.flatMap((dataFlow) => dataFlow.files);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the plan in the docs names the modules that exist, in their order", () => {
  const moduleNames = TOP_MODULES.filter((moduleName) => sources.has(`src/${moduleName}/index.ts`));
  const plan = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = [...plan.matchAll(/^## `([a-z]+)\/`/gm)].map(([, moduleName]) => moduleName);
  expect(named).toEqual(moduleNames);
});

describe("the test of the test: a broken rule is noticed", () => {
  /** The broken rules of files that begin with a comment, as files do. */
  const broken = (files: Record<string, string>): string[] =>
    findViolations(
      new Map(Object.entries(files).map(([path, code]) => [path, `/** An idea. */\n${code}`])),
    );

  test("a module that imports a later one", () => {
    expect(broken({ "src/text/stem.ts": 'import { x } from "../ranking/bm25.ts";' })).toEqual([
      "src/text/stem.ts imports src/ranking/bm25.ts, a later module",
    ]);
  });

  test("an import of training by re-ranking", () => {
    expect(broken({ "src/reranking/a.ts": 'import "../training/b.ts";' })).toEqual([
      "src/reranking/a.ts imports src/training/b.ts; reranking must not",
    ]);
    expect(broken({ "src/reranking/a.ts": 'import "../scoring/b.ts";' })).toEqual([]);
  });

  test("a part of dense/ that belongs to another layer", () => {
    const vectors = (target: string): string[] =>
      broken({ "src/dense/vectors/a.ts": `import "${target}";` });
    expect(vectors("../../index/files/b.ts")).toEqual([]);
    expect(vectors("../../index/encoding/b.ts")).toEqual([]);
    expect(vectors("../../index/merging/b.ts")).toHaveLength(1);
    expect(vectors("../hnsw/b.ts")).toHaveLength(1);
    expect(vectors("../search/b.ts")).toHaveLength(1);
    expect(broken({ "src/dense/hnsw/a.ts": 'import "../vectors/b.ts";' })).toEqual([]);
    expect(broken({ "src/index/a.ts": 'import "../dense/vectors/b.ts";' })).toEqual([]);
    expect(broken({ "src/index/a.ts": 'import "../dense/search/index.ts";' })).toHaveLength(1);
    expect(broken({ "src/dense/search/a.ts": 'import "../../search/b.ts";' })).toHaveLength(1);
    expect(broken({ "src/search/a.ts": 'import "../dense/search/index.ts";' })).toEqual([]);
    expect(broken({ "src/search/a.ts": 'import "../dense/search/b.ts";' })).toHaveLength(1);
  });

  test("a later module imported lazily or re-exported", () => {
    expect(broken({ "src/text/a.ts": 'await import("../index/b.ts");' })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": 'export * from "../index/b.ts";' })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": 'import type { B } from "../index/b.ts";' })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": '// as in import("../index/b.ts")' })).toEqual([]);
  });

  test("an unknown module", () => {
    expect(broken({ "src/extras/a.ts": "" })).toEqual(["src/extras/a.ts is in no module"]);
  });

  test("a folder of a module that is imported past its entry point", () => {
    const past = { "src/index/a.ts": 'import { b } from "../common/bytes/b.ts";' };
    expect(broken(past)).toEqual([
      "src/index/a.ts imports src/common/bytes/b.ts past the entry point of its folder",
    ]);
    expect(broken({ "apps/cli/a.ts": 'import "../../src/text/deep/b.ts";' })).toHaveLength(1);
    expect(broken({ "src/index.ts": 'export * from "./text/deep/b.ts";' })).toHaveLength(1);
    expect(broken({ "src/index/a.ts": 'import "../text/deep/er/index.ts";' })).toHaveLength(1);
    expect(broken({ "src/index/a.ts": 'import "../common/bytes/index.ts";' })).toEqual([]);
    expect(broken({ "src/index/a.ts": 'import "../common/errors.ts";' })).toEqual([]);
    expect(broken({ "src/index/a.ts": 'import "./deep/b.ts";' })).toEqual([]);
    expect(broken({ "bench/a.ts": 'import "../src/index/deep/b.ts";' })).toEqual([]);
  });

  test("an inner module in the server, and the inside of the server in a command", () => {
    const server = { "apps/server/tasks/a.ts": 'import "../../../src/training/index.ts";' };
    expect(broken(server)).toEqual([
      "apps/server/tasks/a.ts imports src/training/index.ts; the server uses the public API",
    ]);
    const command = {
      "apps/cli/a.ts": 'const { b } = await import("../server/access/api-keys.ts");',
    };
    expect(broken(command)).toEqual([
      "apps/cli/a.ts imports apps/server/access/api-keys.ts; a command imports apps/server/serve.ts alone",
    ]);
    expect(broken({ "apps/cli/a.ts": 'import "../server/serve.ts";' })).toEqual([]);
    const imports = (target: string): string[] =>
      broken({ "apps/server/a.ts": `const { b } = await import("../../src/${target}");` });
    for (const target of ["neural.ts", "client/index.ts", "api/operations.ts", "common/errors.ts"])
      expect(imports(target)).toEqual([]);
    for (const target of ["storage/replace-file.ts", "search/filter.ts"])
      expect(imports(target)).toEqual([]);
    for (const target of ["search/index.ts", "client/client.ts", "storage/memory-files.ts"])
      expect(imports(target)).toHaveLength(1);
  });

  test("an entry point that contains code", () => {
    const entryPoint = 'export { a } from "./a.ts";\nexport type { B } from "./b.ts";\n';
    expect(
      broken({ "src/text/index.ts": entryPoint, "src/text/deep/index.ts": entryPoint }),
    ).toEqual([]);
    expect(broken({ "src/text/deep/index.ts": `${entryPoint}export const c = 1;` })).toEqual([
      "src/text/deep/index.ts is an entry point but contains code: export const c = 1;",
    ]);
    expect(
      broken({ "src/text/index.ts": 'import { a } from "./a.ts";\nexport { a };' }),
    ).toHaveLength(1);
  });

  test("an import of an app by the library, or of Node outside node-*.ts", () => {
    expect(broken({ "src/text/a.ts": 'import "../../apps/cli/main.ts";' })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": 'import "../../kernels/a.ts";' })).toHaveLength(1);
    expect(broken({ "src/storage/a.ts": 'import "node:fs";' })).toHaveLength(1);
    expect(broken({ "src/storage/node-a.ts": 'import "node:fs";' })).toEqual([]);
    const source = 'import { nodeModule } from "../common/node-module.ts";';
    expect(broken({ "src/storage/a.ts": source })).toHaveLength(1);
    expect(broken({ "src/storage/node-a.ts": source })).toEqual([]);
  });

  test("an app imported by experiments, internals imported by an example, any import by a kernel", () => {
    expect(broken({ "experiments/a.ts": 'import "../apps/cli/main.ts";' })).toEqual([
      "experiments/a.ts imports apps/cli/main.ts, which experiments may not",
    ]);
    expect(broken({ "bench/a.ts": 'import "../test/b.ts";' })).toHaveLength(1);
    expect(broken({ "apps/cli/a.ts": 'import "../../experiments/index.ts";' })).toEqual([]);
    expect(broken({ "examples/a.ts": 'import "../src/text/b.ts";' })).toHaveLength(1);
    expect(broken({ "examples/a.ts": 'import { createIndex } from "termwise";' })).toEqual([]);
    expect(broken({ "kernels/a.ts": 'import "node:fs";' })).toEqual([
      "kernels/a.ts imports node:fs; kernels import only kernels",
    ]);
    expect(broken({ "kernels/a.ts": 'import { b } from "./b";' })).toEqual([]);
  });

  test("an import cycle", () => {
    const cycle = {
      "src/text/a.ts": 'import { b } from "./b.ts";',
      "src/text/b.ts": 'import { a } from "./a.ts";',
    };
    expect(broken(cycle)).toEqual([
      "circular import: src/text/a.ts > src/text/b.ts > src/text/a.ts",
    ]);
  });

  test("a meaningless name, a name not in kebab-case, a file that is too long or lacks its first comment", () => {
    expect(broken({ "src/text/utils.ts": "" })).toHaveLength(1);
    expect(broken({ "src/text/StemIt.ts": "" })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": "\n".repeat(400) })).toHaveLength(1);
    expect(broken({ "src/text/a.ts": `/** A data table. */${"\n".repeat(400)}` })).toEqual([]);
    expect(findViolations(new Map([["src/text/a.ts", "export const a = 1;"]]))).toEqual([
      "src/text/a.ts does not begin with a comment that states its idea",
    ]);
  });

  test("names in comments that do not exist", () => {
    const files = ["src/text/stemmer.ts", "docs/text.md"];
    const missing = (code: string): string[] => findMissingNames(new Map([["a.ts", code]]), files);
    expect(missing("/** See stemmer.ts and docs/text.md. */")).toEqual([]);
    expect(missing("/** See gone.ts. */")).toEqual(["a.ts names gone.ts, which does not exist"]);
    expect(missing("// Up to MAX_WORDS of them.")).toHaveLength(1);
    expect(missing("// Up to MAX_WORDS of them.\nconst MAX_WORDS = 1;")).toEqual([]);
    expect(missing("/** As `stemWord` does. */")).toHaveLength(1);
    expect(missing("/** As `stemWord` does. */\nfunction stemWord() {}")).toEqual([]);
  });

  test("a data flow that returns to an earlier module", () => {
    const page = "# Data flows\n\n## A\n\n1. `src/index/a.ts` x\n2. `src/text/b.ts` y\n\n# Words\n";
    expect(parseDataFlows(page)).toEqual([
      { title: "A", files: ["src/index/a.ts", "src/text/b.ts"] },
    ]);
    expect(parseDataFlows(page).flatMap(findBackwardSteps)).toEqual([
      "A: src/text/b.ts goes back from src/index/a.ts",
    ]);
    expect(
      findBackwardSteps({ title: "B", files: ["src/text/a.ts", "src/nowhere/b.ts"] }),
    ).toHaveLength(1);
  });
});
