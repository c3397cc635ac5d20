/** PyTorch on CUDA, as a process. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Contestant } from "./peers/contestant.ts";
import type { ModelName } from "./train-workload.ts";
import { type Measured, median } from "./webgpu-runner.ts";

/** The folder of the peers' programs. */
const PEERS: string =
  process.env.TERMWISE_BENCH_PEERS ?? join(import.meta.dirname, "../../bench/peers");
const SECONDS = 60;

/** PyTorch's training step and re-ranking, by way and precision. */
export async function measurePeers(
  python: string,
  folder: string,
  model: ModelName,
  repetitions: number,
  triples: number,
): Promise<readonly Measured[]> {
  // Its slowest steps take half a second.
  const steps = triples > 256 ? Math.min(repetitions, 10) : repetitions;
  const script = join(PEERS, "train/torch-training.py");
  const torch = new Contestant("PyTorch", python, [script, folder, model, "padded", "2", "cuda"]);
  const results = [];
  for (const precision of ["float32", "tf32", "f16"]) {
    for (const way of ["padded", "distinct"]) {
      await torch.ask("precision", precision, SECONDS);
      await torch.ask("way", way, SECONDS);
      const first = await torch.ask("train", 4, SECONDS);
      const trained = await torch.ask("train", steps, SECONDS);
      await torch.ask("rerank", 4, SECONDS);
      const reranked = await torch.ask("rerank", repetitions, SECONDS);
      if (first === undefined || trained === undefined || reranked === undefined) break;
      results.push({
        name: `PyTorch ${way}, ${precision}`,
        ahead: median(trained.ms),
        rerank: median(reranked.ms),
        losses: first.losses,
        all: { ahead: trained.ms, reranked: reranked.ms },
      });
    }
  }
  torch.stop();
  return results;
}

/** PyTorch's matrix products, or the reason why there are none. */
export function measureTorchProducts(python: string, sizes: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(python, [join(PEERS, "webgpu/gemm.py"), ...sizes], {
    encoding: "utf8",
    timeout: 60_000,
  });
  if (status === 0) {
    console.log(stdout.trim());
    return JSON.parse(stdout);
  }
  const reason = (stderr ?? "").trim().split("\n").at(-1) ?? "it did not start";
  console.log(`PyTorch is skipped: ${reason}`);
  return { reason };
}
