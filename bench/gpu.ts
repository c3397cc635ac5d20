/**
 * Everything that is measured on a GPU, in one command that takes at most ten minutes: training
 * steps, re-ranking and matrix products (`webgpu`), encoding (`webgpu-encoder`), both beside
 * PyTorch, and X0-tab1 of WikiQA at full size on the GPU beside the CPU: values of each model and
 * seconds. Each part ends at its own limit, and what was measured until then is kept.
 * bench/peers/webgpu/README.md says what must be there.
 *
 * Options: --out <folder> (.build/gpu), --minutes <n> (9.5), --no-peers, --vectors <file or
 * package> of the experiment (wink), --models <names>, --quick (small work on --collection, for a
 * test of this program). Where the CPU's trainings are stored, the CPU takes no time for them; the
 * seconds of its processor are those of the stored trainings.
 *
 * Run: npm run bench -- gpu
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareDevices, type DeviceRun } from "./gpu-comparison.ts";

const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: process.env.OUT ?? ".build/gpu" },
    minutes: { type: "string", default: "9.5" },
    vectors: { type: "string", default: "wink" },
    collection: { type: "string", default: "wikiqa" },
    models: { type: "string", default: "knrm s-knrm conv-knrm s-conv-knrm" },
    "no-peers": { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const { out, quick } = options;
const PROGRAMS = import.meta.dirname;
const end = performance.now() + 60_000 * Number(options.minutes);
mkdirSync(out, { recursive: true });

/** Seconds that a part may take: together less than the ten minutes. */
const LIMITS = { steps: 200, encoder: 100, experiment: 130 };

run("training, re-ranking, products", LIMITS.steps, [
  join(PROGRAMS, "webgpu.js"),
  ...["--out", join(out, "webgpu.json")],
  ...(quick ? ["--quick"] : []),
  ...(options["no-peers"] ? ["--no-peers"] : []),
]);
run("encoding", LIMITS.encoder, [join(PROGRAMS, "webgpu-encoder.js")], {
  OUT: out,
  ...(quick ? { TERMWISE_LENGTHS: "16", TERMWISE_BATCHES: "1", TERMWISE_MIX: "8" } : {}),
  ...(options["no-peers"] ? { TERMWISE_PYTHON: "no-python" } : {}),
});
const runs = (["gpu", "cpu"] as const).map((device): DeviceRun => {
  const folder = join(out, `x0-tab1-${device}`);
  const values = [
    `models=${options.models}`,
    `vectors=${options.vectors}`,
    `keep=${join(out, "trainings")}`,
  ];
  const seconds = run(`X0-tab1 on ${options.collection}, ${device}`, LIMITS.experiment, [
    join(PROGRAMS, "../apps/cli/main.js"),
    ...["experiment", "X0-tab1", "--collection", options.collection, "--device", device],
    ...["--size", quick ? "quick" : "full", "--out", folder, "--set", values.join("; ")],
  ]);
  return { device, folder, seconds };
});
const comparison = compareDevices(runs);
writeFileSync(join(out, "x0-tab1.json"), `${JSON.stringify(comparison, null, 1)}\n`);
console.log(comparison.text);
console.log(`raw figures: ${out}`);

/** Runs a program until its limit; returns its seconds, or undefined if it failed or was ended. */
function run(
  name: string,
  limit: number,
  program: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): number | undefined {
  const left = Math.floor((end - performance.now()) / 1000);
  const timeout = 1000 * Math.min(limit, left);
  if (timeout <= 0) {
    console.log(`${name}: left out, no time is left`);
    return undefined;
  }
  console.log(`\n${name}, at most ${timeout / 1000} s`);
  const start = performance.now();
  const { status } = spawnSync(process.execPath, program, {
    timeout,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(`${name}: ${status === 0 ? "done" : "not complete"} after ${seconds.toFixed(1)} s`);
  return status === 0 ? seconds : undefined;
}
