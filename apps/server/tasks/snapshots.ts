/**
 * Snapshots of rankings. `snapshots.json` lists them; the rankings of each are a
 * file of their own, written before the list names it.
 */

import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type {
  RankingSnapshot,
  RankingSnapshotSummary,
  SnapshotRanking,
} from "../../../src/api/snapshots.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Progress } from "../../../src/common/progress.ts";
import { NodeDirectory, replaceFile } from "../../../src/node.ts";
import { resolveSystem } from "./activations.ts";
import { readFileKey } from "./cache-key.ts";
import { checkIndex, checkName, resolveStateFolder } from "./index-catalog.ts";
import { assignTrecIds, checkTrecColumn, listJudgements, toSplit } from "./judgements.ts";
import { rankJudgedQueries, SNAPSHOT_DEPTH } from "./rank-judged-queries.ts";
import {
  checkStateIdentity,
  type IndexStateFile,
  openStateIdentity,
  readStateFile,
  updateStateFile,
} from "./state-file.ts";
import type { Store } from "./store.ts";
import { pickSystem } from "./system-options.ts";
import type { JobInput } from "./training-jobs.ts";

const MAX_SNAPSHOTS = 50;
const MAX_QUERIES = 10_000;
const MAX_BYTES = 16 * 2 ** 20;

type Summaries = readonly RankingSnapshotSummary[];

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const LIST = {
  name: "snapshots.json",
  schema: v.array(
    v.object({
      ...{ name: text, at: text, system: v.looseObject({}), settings: text },
      ...{ commit: count, queries: count, depth: count, bytes: count },
    }),
  ),
} as unknown as IndexStateFile<Summaries>;

const RANKINGS = v.array(
  v.pipe(
    v.object({ id: text, text, documents: v.array(text), scores: v.array(v.number()) }),
    v.check(({ documents, scores }) => documents.length === scores.length),
  ),
) as unknown as v.GenericSchema<readonly SnapshotRanking[]>;

type IndexInput = { readonly index: string };
type SnapshotInput = IndexInput & { readonly name: string };

/** The snapshots of an index, the oldest first. */
export async function listSnapshots(
  { catalog }: Store,
  { index }: IndexInput,
): Promise<{ readonly snapshots: Summaries }> {
  await checkIndex(catalog, index);
  return { snapshots: (await readStateFile(catalog, index, LIST)) ?? [] };
}

/** Ranks all judged queries as a search does, and keeps what they found. */
export async function keepSnapshot(
  store: Store,
  { index, request, at }: JobInput<"snapshot">,
  progress: Progress,
): Promise<RankingSnapshotSummary> {
  const { catalog } = store;
  const name = checkName(request.name, "a snapshot");
  checkFree((await listSnapshots(store, { index })).snapshots, name);
  const judged = await toSplit(store, index);
  if (judged.length > MAX_QUERIES) {
    throw createTooLarge(`${judged.length} judged queries; a snapshot has at most ${MAX_QUERIES}`);
  }
  const identity = await openStateIdentity(catalog, index);
  const opened = await store.index(index);
  const commit = await opened.withReader(async ({ snapshot }) => snapshot.generation);
  const settings = computeFingerprint(await opened.settings());
  const system = await resolveSystem(store, index, pickSystem(request) ?? {});
  const { rankings, ranker } = await rankJudgedQueries(store, index, system, judged, progress);
  const bytes = new TextEncoder().encode(JSON.stringify(rankings));
  if (bytes.length > MAX_BYTES) {
    throw createTooLarge(`the snapshot has ${bytes.length} bytes, and at most ${MAX_BYTES} fit`);
  }
  await checkStateIdentity(catalog, index, identity);
  const result = {
    ...{ name, at, system: { ...system, ranker }, settings, commit },
    ...{ queries: rankings.length, depth: SNAPSHOT_DEPTH, bytes: bytes.length },
  };
  return updateStateFile(catalog, index, LIST, async () => {
    const { snapshots } = await listSnapshots(store, { index });
    checkFree(snapshots, name);
    const directory = await NodeDirectory.open(resolveStateFolder(catalog, index));
    await replaceFile(directory, nameFile(name), bytes);
    return { content: [...snapshots, result], result };
  });
}

/** A snapshot with its rankings. `NOT_FOUND` where there is none. */
export async function getSnapshot(
  store: Store,
  { index, name }: SnapshotInput,
): Promise<RankingSnapshot> {
  const { snapshots } = await listSnapshots(store, { index });
  const summary = findSnapshot(snapshots, checkName(name, "a snapshot"));
  return { ...summary, rankings: await readRankings(store, index, name) };
}

/** The rankings as a TREC run, with the ids of queries that exported judgements have. */
export async function exportSnapshot(
  store: Store,
  input: SnapshotInput,
): Promise<{ readonly text: string }> {
  const { name, rankings } = await getSnapshot(store, input);
  const { queries } = await listJudgements(store, input);
  const judged = new Set(queries.map(({ id }) => id));
  const all = assignTrecIds([...queries, ...rankings.filter(({ id }) => !judged.has(id))]);
  const trecIds = new Map(all.map(({ id, trec }) => [id, trec]));
  const lines = rankings.flatMap(({ id, documents }) =>
    documents.map((document, i) => {
      checkTrecColumn(document);
      return `${trecIds.get(id)} Q0 ${document} ${i + 1} ${documents.length - i} ${name}\n`;
    }),
  );
  return { text: lines.join("") };
}

/** Deletes a snapshot, also one whose rankings are damaged. `NOT_FOUND` where there is none. */
export async function deleteSnapshot(
  store: Store,
  { index, name }: SnapshotInput,
): Promise<object> {
  const { catalog } = store;
  findSnapshot((await listSnapshots(store, { index })).snapshots, checkName(name, "a snapshot"));
  return updateStateFile(catalog, index, LIST, async () => {
    const { snapshots } = await listSnapshots(store, { index });
    findSnapshot(snapshots, name);
    await rm(join(resolveStateFolder(catalog, index), nameFile(name)), { force: true });
    return { content: snapshots.filter((each) => each.name !== name), result: {} };
  });
}

/** Reads the file again only when it is another one than the last. */
async function readRankings(
  store: Store,
  index: string,
  name: string,
): Promise<readonly SnapshotRanking[]> {
  const { catalog } = store;
  const file = nameFile(name);
  const key = await readFileKey(join(resolveStateFolder(catalog, index), file));
  if (key !== undefined && store.lastSnapshot?.key === key) return store.lastSnapshot.rankings;
  const rankings = await readStateFile(catalog, index, { name: file, schema: RANKINGS });
  if (key === undefined || rankings === undefined) {
    const message = `${file} of the index ${quote(index)} is missing; restore it or delete the snapshot`;
    throw new TermwiseError("CORRUPT_INDEX", message, { stateFile: file });
  }
  store.lastSnapshot = { key, rankings };
  return rankings;
}

function findSnapshot(snapshots: Summaries, name: string): RankingSnapshotSummary {
  const found = snapshots.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new TermwiseError("NOT_FOUND", `there is no snapshot ${quote(name)}`);
}

/** `BAD_ARGUMENT` for a name that is taken, `LIMIT_EXCEEDED` for one snapshot too many. */
function checkFree(snapshots: Summaries, name: string): void {
  if (snapshots.some((each) => each.name === name)) {
    throw badArgument(`there is a snapshot ${quote(name)} already; delete it first`);
  }
  if (snapshots.length < MAX_SNAPSHOTS) return;
  throw createTooLarge(`an index has at most ${MAX_SNAPSHOTS} snapshots; delete one first`);
}

function createTooLarge(message: string): TermwiseError {
  return new TermwiseError("LIMIT_EXCEEDED", message);
}

function nameFile(name: string): string {
  return `snapshot-${name}.json`;
}

/** Equal for equal settings, in whatever order they were made. */
function computeFingerprint(settings: object): string {
  const entries = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
}
