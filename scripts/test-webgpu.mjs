/**
 * Runs the tests of test/webgpu on a GPU, or on the Vulkan driver SwiftShader, which computes on
 * the CPU and comes with Debian's `chromium`. Arguments go to Vitest. Where the npm package
 * `webgpu` or a driver is missing it says so and does nothing.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE =
  process.env.TERMWISE_WEBGPU ?? join(ROOT, ".build/webgpu/node_modules/webgpu/index.js");
const SWIFTSHADER = "/usr/lib/chromium/vk_swiftshader_icd.json";

const driver = process.env.VK_DRIVER_FILES ?? (existsSync(SWIFTSHADER) ? SWIFTSHADER : undefined);
if (!existsSync(PACKAGE)) skip(`there is no package webgpu at ${PACKAGE}`);
if (driver === undefined) skip(`VK_DRIVER_FILES names no driver, and there is no ${SWIFTSHADER}`);

const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "webgpu", ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      TERMWISE_WEBGPU: PACKAGE,
      VK_DRIVER_FILES: driver,
      VK_ICD_FILENAMES: driver,
    },
  },
);
process.exit(status ?? 1);

function skip(reason) {
  console.log(`the tests on a GPU are skipped: ${reason}`);
  process.exit(0);
}
