/** Runs npm without a shell. */

import { TermwiseError } from "../../common/errors.ts";
import { loadNodeModule } from "../../common/node-module.ts";
import { NodeFiles } from "../../storage/node-files.ts";

const { execFile } = loadNodeModule("node:child_process");
const { basename, dirname, join } = loadNodeModule("node:path");
const { promisify } = loadNodeModule("node:util");

/**
 * Runs npm's own script with the current Node, because on Windows `npm` itself would need a shell.
 */
export async function runNpm(args: readonly string[]): Promise<void> {
  const script = await findNpmScript(process.env.npm_execpath, process.execPath);
  if (script === undefined && process.platform === "win32") {
    throw new TermwiseError("UNAVAILABLE", `npm was not found beside ${process.execPath}`);
  }
  const [file, ...first] = script === undefined ? ["npm"] : [process.execPath, script];
  await promisify(execFile)(file as string, [...first, ...args]);
}

/**
 * The path of `npm-cli.js`: from npm's environment variable if npm has started this process, else
 * where Node's own distributions put it. Undefined if it is in neither location.
 */
export async function findNpmScript(
  npmExecPath: string | undefined,
  node: string,
): Promise<string | undefined> {
  const folder = dirname(node);
  // Under npx the variable has npx's script; npm's is beside it. Other package managers set their
  // own.
  const isNpm = npmExecPath !== undefined && /^np[mx]-cli\.js$/.test(basename(npmExecPath));
  const candidates = [
    ...(isNpm ? [join(dirname(npmExecPath), "npm-cli.js")] : []),
    join(folder, "node_modules", "npm", "bin", "npm-cli.js"),
    join(folder, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  for (const path of candidates) if ((await new NodeFiles().kind(path)) === "file") return path;
  return undefined;
}
