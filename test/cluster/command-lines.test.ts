/** The program itself against the cluster: the ten lines of docs/opensearch.md. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasCollection, nodes } from "./cluster-nodes.ts";

const root = new URL("../../", import.meta.url).pathname;
const cli = join(root, "dist/apps/cli/main.js");

test("the ten lines of docs/opensearch.md run as a whole", () => {
  const page = readFileSync(join(root, "docs/opensearch.md"), "utf8");
  const [, block = ""] = /```sh\n(npm install .*?)```/s.exec(page) ?? [];
  const lines = block.trim().split("\n");
  expect(lines).toHaveLength(10);
  if (!hasCollection("nfcorpus")) return; // the lines are checked; their collection is missing here
  const folder = mkdtempSync(join(tmpdir(), "termwise-lines-"));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(cli, join(folder, "node_modules/.bin/termwise"));
  const script = lines
    .slice(1) // the installed package is the tested one
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
      ...{ cwd: folder, encoding: "utf8", timeout: 500_000 },
    },
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/nDCG@10|RR@10|AP/);
  const runs = ["first.run", "reranked.run"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  expect(runs[0]?.split("\n").length).toBeGreaterThan(10_000);
  expect(runs[0]).not.toBe(runs[1]);
});
