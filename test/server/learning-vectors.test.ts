/** A server with default word vectors also learns for an index whose words they lack. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { putJudgements } from "../../apps/server/tasks/judgements.ts";
import { Store } from "../../apps/server/tasks/store.ts";
import { learn, train } from "../../apps/server/tasks/training-jobs.ts";
import { silent } from "../../src/common/progress.ts";
import { WordVectors, writeVectors } from "../../src/embeddings/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createJudgedIndex, JUDGED_QUERIES } from "./judged-index.ts";

/** Redirects every lookup of the vectors to one file. */
class FilesWithVectors extends NodeFiles {
  readonly #file: string;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  #resolve(path: string): string {
    return path.endsWith(".vectors") ? this.#file : path;
  }

  override kind(path: string): Promise<"file" | "folder" | undefined> {
    return super.kind(this.#resolve(path));
  }

  override size(path: string): Promise<number> {
    return super.size(this.#resolve(path));
  }

  override read(path: string): AsyncGenerator<Uint8Array> {
    return super.read(this.#resolve(path));
  }
}

test("weights and models are learned without vectors of another language", async () => {
  const root = await mkdtemp(join(tmpdir(), "termwise-learning-"));
  const file = join(root, "french.vectors");
  await writeVectors(new NodeFiles(), file, new WordVectors(["mot"], 2, Float32Array.of(1, 0)));
  await createJudgedIndex(join(root, "world"));
  const store = new Store({ root });
  Object.assign(store, { files: new FilesWithVectors(file) });
  await putJudgements(store, { index: "world", request: { queries: JUDGED_QUERIES } });
  const jobInput = {
    index: "world",
    request: { kind: "learn" as const },
    id: "w1",
    at: "2026-01-01",
  };
  expect(await learn(store, jobInput, silent)).toMatchObject({ weights: "w1" });
  const request = { kind: "train", model: "knrm", epochs: 1 } as const;
  expect(await train(store, { ...jobInput, id: "m1", request }, silent)).toMatchObject({
    model: "m1",
  });
  await store.close();
  await rm(root, { recursive: true });
});
