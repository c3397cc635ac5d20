/**
 * The code that browser tests run inside the page. Plain JavaScript: the page loads it unchanged.
 */

import { canShareMemory, openWorkerPool, shareableBytes } from "/dist/src/common/index.js";
import { compressGzip, decompress } from "/dist/src/storage/index.js";

const TASKS = {
  load: () => import("/test/built/worker-tasks.mjs"),
  worker: () => new Worker("/test/built/worker-tasks-thread.mjs", { type: "module" }),
  file: "/test/built/worker-tasks-thread.mjs",
  base: location.href,
};

export async function runOnThreads() {
  const pool = await openWorkerPool(TASKS, 2);
  const outputs = await Promise.all([1, 2, 3, 4].map((n) => pool.run("double", n)));
  const error = await pool.run("fail", { message: "odd" }).catch((e) => e.message);
  const { threads } = pool;
  await pool.close();
  return { threads, outputs, error };
}

export async function countInSharedMemory() {
  const pool = await openWorkerPool(TASKS, 2);
  const bytes = shareableBytes(4);
  await Promise.all([1, 2, 3].map(() => pool.run("addOne", bytes)));
  await pool.close();
  return { shared: canShareMemory(), count: new Int32Array(bytes.buffer)[0] };
}

export async function runWithoutWorkers() {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "worker-src 'none'";
  document.head.append(policy);
  const pool = await openWorkerPool(TASKS, 2);
  return { threads: pool.threads, output: await pool.run("double", 21) };
}

export async function gzipThereAndBack(text) {
  const gz = compressGzip([new TextEncoder().encode(text)]);
  let out = "";
  for await (const chunk of decompress(gz, "x")) out += new TextDecoder().decode(chunk);
  return out;
}
