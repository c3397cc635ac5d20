/**
 * How long it takes to evaluate a run of a million lines, as a user would:
 * starting the program, reading both files, printing six measures.
 *
 * The run has 1,000 queries of 1,000 documents, the judgements about ten
 * relevant documents per query, drawn with random seed 1. The peer is pytrec_eval with
 * the same measures, when Python has it: it includes starting Python and
 * reading the files in Python's usual way. Five rounds, alternating; medians.
 *
 * Run: npm run bench -- evaluate
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../src/common/random.ts";

const ROUNDS = 5;
const PEER = `
import sys, pytrec_eval, collections
with open(sys.argv[1]) as f: qrels = pytrec_eval.parse_qrel(f)
with open(sys.argv[2]) as f: run = pytrec_eval.parse_run(f)
names = {'map', 'ndcg_cut.10', 'recip_rank', 'P.10', 'recall.100,1000'}
values = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)
print(round(sum(v['map'] for v in values.values()) / len(values), 4))
`;

const folder = mkdtempSync(join(tmpdir(), "termwise-bench-"));
const [qrels, run] = [join(folder, "qrels"), join(folder, "run")];
writeFiles(qrels, run);

const cli = join(import.meta.dirname, "../apps/cli/main.js");
const ours = ["--measures", "AP,nDCG@10,RR,P@10,R@100,R@1000", "--quiet"];
const hasPeer = spawnSync("python3", ["-c", "import pytrec_eval"]).status === 0;
const times: Record<string, number[]> = { termwise: [], ...(hasPeer ? { pytrec_eval: [] } : {}) };
for (let round = 0; round < ROUNDS; round++) {
  times.termwise?.push(timeProgram(process.execPath, [cli, "evaluate", qrels, run, ...ours]));
  times.pytrec_eval?.push(timeProgram("python3", ["-c", PEER, qrels, run]));
}
for (const [name, values] of Object.entries(times)) {
  const spread = `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
  console.log(`${name.padEnd(12)} ${median(values).toFixed(2)} s (${spread})`);
}
if (times.pytrec_eval && times.termwise) {
  const ratio = median(times.pytrec_eval) / median(times.termwise);
  console.log(`termwise takes 1/${ratio.toFixed(2)} of pytrec_eval's time`);
} else {
  console.log("pytrec_eval is not installed for python3: no peer in this run");
}
console.log(`peak memory of termwise ${readPeakMegabytes()} MB`);
rmSync(folder, { recursive: true });

function writeFiles(qrelsPath: string, runPath: string): void {
  const random = new Random(1);
  const runLines: string[] = [];
  const qrelsLines: string[] = [];
  for (let query = 0; query < 1000; query++) {
    let score = 1000;
    for (let rank = 1; rank <= 1000; rank++) {
      // Distinct within a query: the step is prime to the number of documents.
      const document = `doc${(query * 7919 + rank * 104_729) % 8_841_823}`;
      score -= random.uniform();
      runLines.push(`q${query} Q0 ${document} ${rank} ${score.toFixed(6)} bench`);
      if (random.below(100) === 0) {
        qrelsLines.push(`q${query} 0 ${document} ${1 + random.below(2)}`);
      }
    }
  }
  writeFileSync(runPath, `${runLines.join("\n")}\n`);
  writeFileSync(qrelsPath, `${qrelsLines.join("\n")}\n`);
}

function timeProgram(program: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return (performance.now() - start) / 1000;
}

function readPeakMegabytes(): number {
  const script = `process.argv.splice(1, 1); await import(process.argv[1]); process.on("exit", () =>
    console.error(process.resourceUsage().maxRSS / 1024));`;
  const args = ["--input-type=module", "-e", script, "x", cli, "evaluate", qrels, run, ...ours];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return Math.round(Number(stderr.trim().split("\n").at(-1)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
