/** Runs the built command line in a separate process, and may kill it. */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const TERMWISE = fileURLToPath(new URL("../../dist/apps/cli/main.js", import.meta.url));

/** The exit code, or undefined if the process was killed after the given milliseconds. */
export function runCommand(
  args: readonly string[],
  milliseconds?: number,
): Promise<number | undefined> {
  const child = spawn(process.execPath, [TERMWISE, ...args, "--quiet"], { stdio: "ignore" });
  const timer =
    milliseconds === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), milliseconds);
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve(signal === null ? (code ?? undefined) : undefined);
    });
  });
}
