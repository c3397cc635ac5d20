/**
 * Termwise's kernels alone, as a contestant: "gemm N" multiplies a matrix of
 * distinct words by the weights of ConvKNRM's convolutions, "exp N" takes ten
 * million exponentials. Argument: threads.
 *
 * Run: npm run bench -- train-throughput
 */

import { createInterface } from "node:readline";
import { exp, matmul, slice, sum, variable, wasmBackend } from "../src/tensor/index.ts";

const [threads = "2"] = process.argv.slice(2);
const a = variable("a", [3500, 300]);
const b = variable("b", [300, 768]);
const x = variable("x", [10_000, 1000]);
const session = await wasmBackend({ threads: Number(threads) }).open([a, b, x]);
for (const [tensor, count] of [[a, 1_050_000] as const, [b, 230_400] as const]) {
  await session.write(
    tensor,
    Float32Array.from({ length: count }, (_, i) => Math.sin(i)),
  );
}
// One column is summed, so that something small comes back.
const steps: Record<string, Awaited<ReturnType<typeof session.prepare>>> = {
  gemm: await session.prepare({ outputs: { y: sum(slice(matmul(a, b), 0, 1)) } }),
  exp: await session.prepare({ outputs: { y: sum(slice(exp(x), 0, 1)) } }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [task = "", count = "1"] = line.split(" ");
  const ms: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < Number(count); i++) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    await steps[task]?.run({});
    ms.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  process.stdout.write(`${JSON.stringify({ ms, cpu, losses: [] })}\n`);
}
await session.close();
