/**
 * A command killed at any moment: what it changes is as before or as after,
 * nothing between; the next run of it does what it was asked to do. Over
 * `index`, with and without `--reorder`, `add`, `put`, `delete`, `discriminate --out`
 * (which prunes) and `discriminate --apply`. Needs the built library. FAULT_KILLS sets how often.
 */

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { namesOf, readCommit } from "../../src/index/commits/commit.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { run } from "./killed-command.ts";
import { type State, shown, stateOf } from "./workload.ts";

const KILLS = Number(process.env.FAULT_KILLS ?? 18);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const THINGS = 500;
const SHADES = ["crimson", "azure", "olive", "slate"];

let folder: string;
const at = (name: string): string => join(folder, name);
const started: State = {};

/** A collection of things in shades, with a query for each; an index of it; documents to add and put. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-kill-commands-"));
  const queries: string[] = [];
  const judged = ["query-id\tcorpus-id\tscore"];
  for (let thing = 0; thing < THINGS; thing++) {
    for (const shade of SHADES) {
      const id = `${shade}-${thing}`;
      started[id] = `the thing${thing} of ${shade}`;
      if (thing >= 15) continue;
      queries.push(JSON.stringify({ _id: id, text: `the ${shade} thing${thing}` }));
      judged.push(`${id}\t${id}\t1`);
    }
  }
  await mkdir(at("small/qrels"), { recursive: true });
  await writeFile(at("small/corpus.jsonl"), lines(started, "_id"));
  await writeFile(at("small/queries.jsonl"), `${queries.join("\n")}\n`);
  await writeFile(at("small/qrels/train.tsv"), `${judged.join("\n")}\n`);
  await writeFile(at("more.jsonl"), lines(added(), "id"));
  await writeFile(at("changed.jsonl"), lines(changed(), "id"));
  expect(await run(["index", at("small"), "--out", at("start")])).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

/** Commands that change an index in its place, and what it holds after them. */
const CHANGES: Record<string, { args: () => string[]; after: () => State }> = {
  add: {
    args: () => ["add", at("index"), at("more.jsonl")],
    after: () => ({ ...started, ...added() }),
  },
  put: {
    args: () => ["put", at("index"), at("changed.jsonl")],
    after: () => ({ ...started, ...changed() }),
  },
  delete: {
    args: () => ["delete", at("index"), ...Object.keys(changed())],
    after: () => Object.fromEntries(Object.entries(started).filter(([id]) => !(id in changed()))),
  },
  apply: {
    args: () => ["discriminate", at("index"), "--queries", at("small:train"), "--apply"],
    after: () => started,
  },
};

/** Commands that make a folder. */
const MAKERS: Record<string, () => string[]> = {
  index: () => ["index", at("small"), "--out", at("made")],
  reorder: () => ["index", at("small"), "--out", at("made"), "--reorder"],
  discriminate: () => [
    ...["discriminate", at("start"), "--queries", at("small:train"), "--out", at("made")],
  ],
};

test(`${KILLS} killed commands leave what was there, or all that they were to do`, async () => {
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
      expect(await run(args), name).toBe(0);
      times.set(name, performance.now() - begun);
      if (change === undefined) await cp(at("made"), at(`whole-${name}`), { recursive: true });
      else expect(shown(await held("index")), name).toBe(shown(change.after()));
      continue;
    }
    // Before the first third of its time a program has not touched anything yet.
    const code = await run(args, usual * (0.3 + 0.7 * random.uniform()));
    if (code === undefined) killed++;
    const where = `seed ${SEED}, round ${round}: ${name}`;
    if (change === undefined) await expectWholeOrNothing(name, args, where);
    else {
      const allowed = [shown(started), shown(change.after())];
      expect(allowed, where).toContain(shown(await held("index")));
      expect(await run(["check", at("index")]), where).toBe(0);
    }
  }
  // Killed between making a file and writing its header.
  await rm(at("made"), { recursive: true, force: true });
  await mkdir(at("made"));
  await writeFile(at("made/segment-1.document"), "");
  await expectWholeOrNothing("index", MAKERS.index?.() ?? [], "a file without a header");
}, 900_000);

/**
 * A made folder is whole, or there is none and the same command makes it, to the byte. A file that the
 * killed one had only begun may lie there without our header, so it stays, and the segment is numbered
 * one higher: its files are the same, and the commit names them.
 */
async function expectWholeOrNothing(name: string, args: string[], where: string): Promise<void> {
  const isThere = existsSync(at("made")) && (await readdir(at("made"))).includes("commit");
  if (!isThere) expect(await run(args), where).toBe(0);
  expect(shown(await held("made")), where).toBe(shown(started));
  expect(await run(["check", at("made")]), where).toBe(0);
  const [made, whole] = [await committedFiles("made"), await committedFiles(`whole-${name}`)];
  expect(whole.size, where).toBeGreaterThan(4);
  expect([...made.keys()], where).toEqual([...whole.keys()]);
  for (const [file, bytes] of whole) {
    expect(made.get(file)?.equals(bytes), `${where}, ${file}`).toBe(true);
  }
}

/** What the commit of a folder names, by the name without its number: "segment.terms", "weights", … */
async function committedFiles(name: string): Promise<Map<string, Buffer>> {
  const commit = await readCommit(await NodeDirectory.open(at(name)));
  const files = new Map<string, Buffer>();
  for (const file of commit === undefined ? [] : namesOf(commit)) {
    files.set(file.replace(/-\d+/, ""), await readFile(at(`${name}/${file}`)));
  }
  return files;
}

async function held(name: string): Promise<State> {
  return stateOf(await NodeDirectory.open(at(name)));
}

function added(): State {
  return Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`new-${i}`, `new thing${i}`]));
}

function changed(): State {
  return Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`olive-${i}`, `another thing${i} of olive`]),
  );
}

function lines(documents: State, idField: string): string {
  const records = Object.entries(documents).map(([id, text]) => ({ [idField]: id, text }));
  return `${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
}
