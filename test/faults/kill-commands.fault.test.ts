/**
 * A command killed at any moment: its target is unchanged or complete, nothing in between, and the
 * next run completes it. Over `index`, with and without `--reorder`, `add`, `put`, `delete`,
 * `discriminate --out` (which prunes) and `discriminate --apply`. Needs the built library.
 * FAULT_KILLS sets how often.
 */

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { listFileNames, readCommit } from "../../src/index/commits/commit.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { runCommand } from "./run-command.ts";
import { formatState, readState, type State } from "./workload.ts";

const KILLS = Number(process.env.FAULT_KILLS ?? 18);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const ITEMS = 500;
const SHADES = ["crimson", "azure", "olive", "slate"];

let folder: string;
const at = (name: string): string => join(folder, name);
const initialState: State = {};

/**
 * A collection of objects in shades, with a query for each; an index of it; documents to add and
 * put.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-kill-commands-"));
  const queries: string[] = [];
  const judged = ["query-id\tcorpus-id\tscore"];
  for (let item = 0; item < ITEMS; item++) {
    for (const shade of SHADES) {
      const id = `${shade}-${item}`;
      initialState[id] = `the thing${item} of ${shade}`;
      if (item >= 15) continue;
      queries.push(JSON.stringify({ _id: id, text: `the ${shade} thing${item}` }));
      judged.push(`${id}\t${id}\t1`);
    }
  }
  await mkdir(at("small/qrels"), { recursive: true });
  await writeFile(at("small/corpus.jsonl"), toJsonLines(initialState, "_id"));
  await writeFile(at("small/queries.jsonl"), `${queries.join("\n")}\n`);
  await writeFile(at("small/qrels/train.tsv"), `${judged.join("\n")}\n`);
  await writeFile(at("more.jsonl"), toJsonLines(createAdditions(), "id"));
  await writeFile(at("changed.jsonl"), toJsonLines(createReplacements(), "id"));
  expect(await runCommand(["index", at("small"), "--out", at("start")])).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

/** Commands that change an index in place, and its contents after them. */
const CHANGES: Record<string, { args: () => string[]; after: () => State }> = {
  add: {
    args: () => ["add", at("index"), at("more.jsonl")],
    after: () => ({ ...initialState, ...createAdditions() }),
  },
  put: {
    args: () => ["put", at("index"), at("changed.jsonl")],
    after: () => ({ ...initialState, ...createReplacements() }),
  },
  delete: {
    args: () => ["delete", at("index"), ...Object.keys(createReplacements())],
    after: () =>
      Object.fromEntries(
        Object.entries(initialState).filter(([id]) => !(id in createReplacements())),
      ),
  },
  apply: {
    args: () => ["discriminate", at("index"), "--queries", at("small:train"), "--apply"],
    after: () => initialState,
  },
};

/** Commands that create a folder. */
const MAKERS: Record<string, () => string[]> = {
  index: () => ["index", at("small"), "--out", at("made")],
  reorder: () => ["index", at("small"), "--out", at("made"), "--reorder"],
  discriminate: () => [
    ...["discriminate", at("start"), "--queries", at("small:train"), "--out", at("made")],
  ],
};

test(`${KILLS} killed commands leave the old state or the complete new one`, async () => {
  const random = new Random(SEED);
  const names = [...Object.keys(CHANGES), ...Object.keys(MAKERS)];
  const times = new Map<string, number>();
  let killed = 0;
  for (let round = 0; killed < KILLS; round++) {
    const name = names[round % names.length] as string;
    const change = CHANGES[name];
    const args = change === undefined ? MAKERS[name]?.() : change.args();
    if (args === undefined) throw new Error(`no command ${name}`);
    await rm(at("index"), { recursive: true, force: true });
    await rm(at("made"), { recursive: true, force: true });
    await cp(at("start"), at("index"), { recursive: true });
    const usual = times.get(name);
    if (usual === undefined) {
      const begun = performance.now();
      expect(await runCommand(args), name).toBe(0);
      times.set(name, performance.now() - begun);
      if (change === undefined) await cp(at("made"), at(`whole-${name}`), { recursive: true });
      else
        expect(formatState(await readFolderState("index")), name).toBe(formatState(change.after()));
      continue;
    }
    // During the first third of its time a program has not touched anything yet.
    const code = await runCommand(args, usual * (0.3 + 0.7 * random.uniform()));
    if (code === undefined) killed++;
    const where = `seed ${SEED}, round ${round}: ${name}`;
    if (change === undefined) await expectWholeOrNothing(name, args, where);
    else {
      const allowed = [formatState(initialState), formatState(change.after())];
      expect(allowed, where).toContain(formatState(await readFolderState("index")));
      expect(await runCommand(["check", at("index")]), where).toBe(0);
    }
  }
  // Killed between creating a file and writing its header.
  await rm(at("made"), { recursive: true, force: true });
  await mkdir(at("made"));
  await writeFile(at("made/segment-1.document"), "");
  await expectWholeOrNothing("index", MAKERS.index?.() ?? [], "a file without a header");
}, 900_000);

/**
 * A created folder is complete, or absent and the same command creates it, byte for byte. An
 * unfinished file of the killed command may remain without our header and is left alone. The
 * segment is then numbered one higher: its files are the same, and the commit names them.
 */
async function expectWholeOrNothing(name: string, args: string[], where: string): Promise<void> {
  const isCommitted = existsSync(at("made")) && (await readdir(at("made"))).includes("commit");
  if (!isCommitted) expect(await runCommand(args), where).toBe(0);
  expect(formatState(await readFolderState("made")), where).toBe(formatState(initialState));
  expect(await runCommand(["check", at("made")]), where).toBe(0);
  const [actual, expected] = [await committedFiles("made"), await committedFiles(`whole-${name}`)];
  expect(expected.size, where).toBeGreaterThan(4);
  expect([...actual.keys()], where).toEqual([...expected.keys()]);
  for (const [file, bytes] of expected) {
    expect(actual.get(file)?.equals(bytes), `${where}, ${file}`).toBe(true);
  }
}

/**
 * The files that the commit of a folder names, by the name without its number: "segment.terms",
 * "weights", …
 */
async function committedFiles(name: string): Promise<Map<string, Buffer>> {
  const commit = await readCommit(await NodeDirectory.open(at(name)));
  const files = new Map<string, Buffer>();
  for (const file of commit === undefined ? [] : listFileNames(commit)) {
    files.set(file.replace(/-\d+/, ""), await readFile(at(`${name}/${file}`)));
  }
  return files;
}

async function readFolderState(name: string): Promise<State> {
  return readState(await NodeDirectory.open(at(name)));
}

function createAdditions(): State {
  return Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`new-${i}`, `new thing${i}`]));
}

function createReplacements(): State {
  return Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`olive-${i}`, `another thing${i} of olive`]),
  );
}

function toJsonLines(documents: State, idField: string): string {
  const records = Object.entries(documents).map(([id, text]) => ({ [idField]: id, text }));
  return `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
}
