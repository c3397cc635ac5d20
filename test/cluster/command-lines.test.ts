/** The program itself against the cluster: the ten lines of docs/opensearch.md, and a publication that is killed. */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { currentIndex, readRecord } from "../../adapters/opensearch/index.ts";
import { createIndex } from "../../src/search/index.ts";
import { connect, hasCollection, nodes } from "./cluster-nodes.ts";
import { smallDocuments } from "./small-documents.ts";

const cluster = await connect();
const root = new URL("../../", import.meta.url).pathname;
const cli = join(root, "dist/apps/cli/main.js");

test("the ten lines of docs/opensearch.md run as a whole", () => {
  const page = readFileSync(join(root, "docs/opensearch.md"), "utf8");
  const [, block = ""] = /```sh\n(npm install .*?)```/s.exec(page) ?? [];
  const lines = block.trim().split("\n");
  expect(lines).toHaveLength(10);
  if (!hasCollection("nfcorpus")) return; // the lines are there; their smaller collection is not
  const place = mkdtempSync(join(tmpdir(), "termwise-lines-"));
  mkdirSync(join(place, "node_modules/.bin"), { recursive: true });
  symlinkSync(cli, join(place, "node_modules/.bin/termwise"));
  const script = lines
    .slice(1) // what is installed is what is tested
    .map((line) =>
      line
        .replace("npx termwise", `${process.execPath} ${cli}`)
        .replaceAll("wordnet", "nfcorpus")
        .replace("opensearch:http://localhost:9200", `opensearch:${nodes.join(",")}`)
        .replace(
          "--out ./s-knrm",
          "--out ./s-knrm --max-queries 40 --epochs 1 --validate-queries 10 --deepest 20 --options dimensions=8 --threads 1",
        ),
    );
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-euo", "pipefail", "-c", script.join("\n")],
    {
      ...{ cwd: place, encoding: "utf8", timeout: 500_000 },
    },
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/nDCG@10|RR@10|AP/);
  const runs = ["first.run", "reranked.run"].map((name) => readFileSync(join(place, name), "utf8"));
  expect(runs[0]?.split("\n").length).toBeGreaterThan(10_000);
  expect(runs[0]).not.toBe(runs[1]);
});

test("a publication goes on after kill -9 of the program", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "termwise-killed-")), "index");
  const index = await createIndex(folder);
  await index.add(smallDocuments(20_000).map(({ id, text = "" }) => ({ id, text })));
  await index.close();
  const args = [cli, "publish", folder, "--to", `opensearch:${nodes.join(",")}/killed`, "--quiet"];
  const child = spawn(process.execPath, [...args, "--shards", "3", "--replicas", "0"]);
  const ended = new Promise<string | null>((resolve) =>
    child.once("exit", (_, signal) => resolve(signal)),
  );
  for (let loaded = 0; loaded === 0 && child.exitCode === null; ) {
    loaded = await indexed();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill("SIGKILL");
  expect(await ended).toBe("SIGKILL");
  expect(await currentIndex(cluster, "killed")).toBeUndefined();
  const again = spawnSync(
    process.execPath,
    [...args, "--shards", "3", "--replicas", "0", "--json"],
    {
      encoding: "utf8",
    },
  );
  expect(again.status, again.stderr).toBe(0);
  const report = JSON.parse(again.stdout) as { kept: number; sent?: number };
  expect(report.kept).toBeGreaterThan(0);
  expect(report.kept).toBeLessThan(20_000);
  expect((await readRecord(cluster, "killed")).record).toMatchObject({
    documents: 20_000,
    state: "ready",
  });
});

/** Documents that the cluster has taken so far. */
async function indexed(): Promise<number> {
  type Stats = { _all?: { primaries?: { indexing?: { index_total: number } } } };
  const path = "/killed-*/_stats/indexing";
  const stats = await cluster.request<Stats>({ method: "GET", path }).catch(() => ({}) as Stats);
  return stats._all?.primaries?.indexing?.index_total ?? 0;
}
