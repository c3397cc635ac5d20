/**
 * Runs the suites of test/faults. As it is, each in its quick size; arguments go
 * to Vitest.
 *
 * With `--full`, at the size of the promises, in slices with a seed of their
 * own. What is done is kept in `.build/faults-full.json`, so that a run that was
 * broken off goes on where it stopped; a slice that fails stops it and prints
 * the command that repeats it. `--minutes=30` stops after the slice that is
 * under way then; `--only=power-cut` runs one suite; `--report` only prints
 * what has been done.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const RECORD = join(ROOT, ".build/faults-full.json");

/** Per suite: its file and test, what a slice counts, in how many tests (`each`), how much of it in all, and the unit. */
const SUITES = [
  {
    name: "power-cut",
    test: "power cuts leave",
    variable: "FAULT_CUTS",
    slice: 10_000,
    target: 500_000,
    unit: "simulated power cuts",
  },
  { name: "kill", variable: "FAULT_KILLS", slice: 25, target: 1_000, unit: "killed writers" },
  {
    name: "backup",
    test: "killed backups",
    variable: "FAULT_KILLS",
    slice: 20,
    target: 200,
    unit: "killed backups and restores beside a writer",
  },
  {
    name: "damage",
    test: "flipped bit in every byte",
    variable: "FAULT_BITS",
    slice: 100_000,
    target: 2_000_000,
    unit: "flipped bits, checksums as they were",
  },
  {
    name: "damage",
    test: "damages under matching",
    variable: "FAULT_FLIPS",
    slice: 50_000,
    target: 1_000_000,
    unit: "damages under matching checksums",
  },
  {
    name: "damage",
    test: "WASM kernels",
    variable: "FAULT_LISTS",
    slice: 250,
    target: 20_000,
    unit: "damaged lists given to the WASM kernels",
  },
  {
    name: "interleavings",
    variable: "FAULT_RUNS",
    slice: 250,
    target: 20_000,
    unit: "interleavings, in memory and as many on disk",
  },
  {
    name: "model",
    variable: "FAULT_STEPS",
    slice: 2_000,
    target: 1_000_000,
    unit: "random steps against the model, in memory and as many on disk",
  },
  {
    name: "processes",
    variable: "FAULT_SECONDS",
    slice: 900,
    target: 900,
    unit: "seconds of one writer beside ten readers in three processes",
  },
  {
    name: "readers",
    variable: "FAULT_SECONDS",
    slice: 30,
    target: 900,
    unit: "seconds of writing beside four readers, in memory and as many on disk",
  },
  {
    name: "io-errors",
    test: "of random workloads",
    variable: "FAULT_ERRORS",
    slice: 2_000,
    target: 100_000,
    unit: "I/O errors, at every operation of random workloads",
  },
  {
    name: "kill-commands",
    variable: "FAULT_KILLS",
    slice: 25,
    target: 1_000,
    unit: "killed commands: index, reorder, add, put, delete, discriminate, prune",
  },
  {
    name: "kill-trainer",
    variable: "FAULT_KILLS",
    slice: 25,
    target: 100,
    unit: "kills of trainings that were resumed each time",
  },
  {
    name: "fuzz",
    variable: "FAULT_INPUTS",
    slice: 20_000,
    each: 23,
    target: 8_000_000,
    unit: "fuzzed inputs: 19 readers, queries, filters, vectors, models",
  },
  {
    name: "search-deadlines",
    variable: "FAULT_SEARCHES",
    slice: 60,
    each: 2,
    target: 2_000,
    unit: "expensive searches with a timeout of 50 ms",
  },
  {
    name: "process-limits",
    slice: 1,
    target: 1,
    unit: "rounds of real limits on files and descriptors",
  },
  {
    name: "safety-lines",
    slice: 1,
    target: 1,
    unit: "rounds of the library without one of its lines",
  },
];

const given = process.argv.slice(2);
const option = (name) => given.find((each) => each.startsWith(`--${name}=`))?.split("=")[1];

if (!given.includes("--full") && !given.includes("--report")) process.exit(vitest(given));
if (given.includes("--full")) runAll(Number(option("minutes") ?? Infinity), option("only"));
report();

function runAll(minutes, only) {
  const end = Date.now() + 60_000 * minutes;
  // A slice of each in turn, so that a run of any length says something about every promise.
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const suite of SUITES) {
      if (only !== undefined && suite.name !== only) continue;
      if (readProgress(suite).count >= suite.target) continue;
      if (Date.now() >= end) return;
      runSlice(suite);
      isMore = true;
    }
  }
}

function runSlice(suite) {
  const done = readProgress(suite);
  const seed = 1 + 1_000 * done.slices;
  const variables = { FAULT_SEED: String(seed) };
  if (suite.variable !== undefined) variables[suite.variable] = String(suite.slice);
  const filter = suite.test === undefined ? [] : ["-t", suite.test];
  const args = [`test/faults/${suite.name}.fault.test.ts`, ...filter];
  const began = Date.now();
  const code = vitest(args, variables);
  if (code !== 0) {
    const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    console.error(
      `failed; again: ${set.join(" ")} npm run test:faults -- ${args.map((each) => JSON.stringify(each)).join(" ")}`,
    );
    process.exit(1);
  }
  const all = readRecord();
  all[createKey(suite)] = {
    count: done.count + suite.slice * (suite.each ?? 1),
    slices: done.slices + 1,
    seconds: Math.round(done.seconds + (Date.now() - began) / 1000),
    last: new Date().toISOString().slice(0, 10),
  };
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  writeFileSync(`${RECORD}.new`, `${JSON.stringify(all, null, 2)}\n`);
  renameSync(`${RECORD}.new`, RECORD);
}

function report() {
  for (const suite of SUITES) {
    const { count, seconds, last } = readProgress(suite);
    console.log(
      `| ${suite.unit} | ${count.toLocaleString("en")} of ${suite.target.toLocaleString("en")} | ${seconds} s | ${last} |`,
    );
  }
}

function createKey({ name, test = "" }) {
  return `${name} ${test}`.trim();
}

function readProgress(suite) {
  return readRecord()[createKey(suite)] ?? { count: 0, slices: 0, seconds: 0, last: "–" };
}

function readRecord() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
}

function vitest(args, variables = {}) {
  const command = join(ROOT, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [command, "run", "--project", "faults", ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...variables },
  });
  return status ?? 1;
}
