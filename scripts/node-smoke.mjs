/**
 * What a release of Node must run with the built package: searches in memory, in a
 * folder and on a server, in a worker and on WASM threads, and learning on them. Prints
 * JSON, which is the same on every release.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIndex } from "termwise";

const ROOT = join(import.meta.dirname, "..");
const PROGRAM = join(ROOT, "dist/apps/cli/main.js");

const folder = mkdtempSync(join(tmpdir(), "termwise-node-"));
try {
  const runtime = spawnSync(process.execPath, [join(ROOT, "test/browser/runtimes/on-disk.mjs")]);
  if (runtime.status !== 0) throw new Error(runtime.stderr.toString());
  const found = JSON.parse(runtime.stdout.toString());
  const index = await createIndex(join(folder, "shop"), { fields: { title: {}, at: "geo" } });
  const documents = Array.from({ length: 200 }, (_, i) => ({
    id: `d${i}`,
    title: `${i % 3 === 0 ? "oak" : "steel"} lamp number ${i}`,
    at: { lat: (i % 180) - 90, lng: i },
  }));
  await index.add(
    documents.map((each) => ({ ...each, at: { ...each.at, lng: each.at.lng % 180 } })),
  );
  const judged = documents.slice(0, 60).map(({ id }, i) => ({
    text: `lamp number ${i}`,
    relevant: { [id]: 1 },
  }));
  const { report } = await index.learn(judged, { seed: 1, threads: 2 });
  found.learning = report.outcome;
  await index.close();
  found.server = await searchOnServer();
  console.log(JSON.stringify(found));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts `termwise serve` as a process, writes and searches, and stops it. */
async function searchOnServer() {
  const server = spawn(process.execPath, [PROGRAM, "serve", folder, "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      let text = "";
      const read = (chunk) => {
        text += chunk;
        const [address] = /http:\/\/[\d.:]+/.exec(text) ?? [];
        if (address !== undefined) resolve(address);
      };
      server.stdout.on("data", read);
      server.stderr.on("data", read);
      server.on("exit", () => reject(new Error(`the server ended: ${text}`)));
    });
    await fetch(`${url}/indexes/shop/documents/new`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title: "zinc lamp" }),
    });
    const response = await fetch(`${url}/indexes/shop/search?q=zinc`);
    const { hits } = await response.json();
    return hits.map(({ id }) => id);
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
}
