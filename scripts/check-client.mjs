/**
 * Holds the OpenAPI document to what its readers make of it: types are generated
 * from it by openapi-typescript, a program that uses them must compile under
 * `strict`, and programs with a mistake in them must not.
 *
 * Run: npm run check:client (after npm run build)
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_ROUTES } from "../dist/apps/server/all-routes.js";
import { createOpenApi } from "../dist/apps/server/openapi.js";
import { fetchTools } from "./install-tools.mjs";

const ROOT = join(import.meta.dirname, "..");
// The generator is written against TypeScript 5; what it makes is compiled by ours.
const { folder } = fetchTools("client", { "openapi-typescript": "7.13.0", typescript: "5.9.3" });
writeFileSync(join(folder, "openapi.json"), JSON.stringify(createOpenApi(ALL_ROUTES, "0")));
const generator = join(folder, "node_modules/openapi-typescript/bin/cli.js");
run([generator, "openapi.json", "-o", "types.d.ts"]);

const program = readFileSync(join(ROOT, "scripts/generated-client.ts.txt"), "utf8");
const said = complaints(program);
if (said !== "") fail(`the program does not compile:\n${said}`);
const mistakes = [
  ['name: "recipes"', "name: 7"],
  ['query: "boiled eggs"', 'quer: "boiled eggs"'],
  ["hit.score.toFixed(2)", "hit.score.trim()"],
  ['"/indexes/{name}/search"', '"/indexes/{name}/serch"'],
  ['kind: "evaluate"', 'kind: "guess"'],
];
for (const [right, wrong] of mistakes) {
  if (!program.includes(right)) fail(`the program has no ${right}`);
  if (complaints(program.replace(right, wrong)) === "") fail(`${wrong} is not noticed`);
}
console.log(`types of ${ALL_ROUTES.length} routes compile, and ${mistakes.length} mistakes do not`);

/** What our compiler says of a program beside the types. */
function complaints(text) {
  writeFileSync(join(folder, "program.ts"), text);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ noUncheckedIndexedAccess: true, noUnusedLocals: true, types: [] },
    ...{ target: "es2023", lib: ["es2023", "dom"], module: "esnext", moduleResolution: "bundler" },
  };
  const config = { compilerOptions, files: ["program.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout.trim();
}

function run(args) {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) fail(`openapi-typescript failed:\n${stderr}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
