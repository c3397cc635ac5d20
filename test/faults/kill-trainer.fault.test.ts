/**
 * A training that is killed repeatedly at any moment and resumed each time ends with the same bytes
 * as an uninterrupted one. Needs the built library. FAULT_KILLS sets how often.
 */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { runCommand } from "./run-command.ts";

const KILLS = Number(process.env.FAULT_KILLS ?? 12);
const FILES = ["model.json", "weights.safetensors", "vocabulary.txt", "curves.html"];

let folder: string;
const at = (name: string): string => join(folder, name);

/** Objects in shades; a query names the colour instead of the shade. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-kill-trainer-"));
  const shades = { red: "crimson", blue: "azure", green: "olive", grey: "slate" };
  const [documents, queries]: string[][] = [[], []];
  const judged: Record<string, string[]> = { train: [], dev: [] };
  for (let item = 0; item < 30; item++) {
    for (const [colour, shade] of Object.entries(shades)) {
      const [id, query] = [`${shade}-${item}`, `${colour}-${item}`];
      documents?.push(JSON.stringify({ _id: id, text: `the thing${item} of ${shade}` }));
      queries?.push(JSON.stringify({ _id: query, text: `${colour} thing${item}` }));
      judged[item < 25 ? "train" : "dev"]?.push(`${query}\t${id}\t1`);
    }
  }
  await mkdir(at("small/qrels"), { recursive: true });
  await writeFile(at("small/corpus.jsonl"), `${documents?.join("\n")}\n`);
  await writeFile(at("small/queries.jsonl"), `${queries?.join("\n")}\n`);
  for (const [split, lines] of Object.entries(judged)) {
    const text = ["query-id\tcorpus-id\tscore", ...lines].join("\n");
    await writeFile(at(`small/qrels/${split}.tsv`), `${text}\n`);
  }
  expect(await runCommand(["index", at("small"), "--out", at("index")])).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

test(`a training that is killed ${KILLS} times ends like an uninterrupted one`, async () => {
  const random = new Random(Number(process.env.FAULT_SEED ?? 1));
  const start = performance.now();
  expect(await runCommand(trainInto("unbroken"))).toBe(0);
  const milliseconds = performance.now() - start;
  let kills = 0;
  // A kill falls anywhere from the start of the program to shortly before its usual end.
  while (kills < KILLS) {
    const code = await runCommand(trainInto("broken"), random.uniform() * milliseconds * 0.9);
    if (code === 0) break;
    kills++;
  }
  expect(kills).toBeGreaterThan(0);
  expect(await runCommand(trainInto("broken"))).toBe(0);
  for (const name of FILES) {
    const [broken, unbroken] = [
      await readFile(at(`broken/${name}`)),
      await readFile(at(`unbroken/${name}`)),
    ];
    expect(broken.equals(unbroken), name).toBe(true);
  }
}, 300_000);

function trainInto(out: string): string[] {
  return [
    ...["train", "s-knrm", "--index", at("index"), "--collection", at("small"), "--out", at(out)],
    ...["--options", "dimensions=16", "--epochs", "150", "--period", "5", "--threads", "1"],
    ...["--rate", "0.02", "--embedding-rate", "0.02", "--resume"],
  ];
}
