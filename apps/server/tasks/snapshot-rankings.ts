/** Rankings of snapshots in a comparison with others. */

import type { SnapshotRanking } from "../../../src/api/snapshots.ts";
import type {
  ComparedSystem,
  NamedSystem,
  SearchResponse,
  WireJudgedQuery,
} from "../../../src/client/index.ts";
import { badArgument, quote } from "../../../src/common/errors.ts";
import { getSnapshot } from "./snapshots.ts";
import type { Store } from "./store.ts";

/** Ids that a report lists of those that it counts. */
const MAX_LISTED = 10;

/** What a comparison with a snapshot has to say about it. */
export interface SnapshotReport {
  readonly name: string;
  readonly at: string;
  /** Judged queries that the snapshot does not have, with their present text; they are left out. */
  readonly missingQueries: number;
  /** Documents of its rankings that have been deleted since. They keep their ranks. */
  readonly deleted: { readonly count: number; readonly ids: readonly string[] };
}

/** The queries that all snapshots have, and how their rankings are read. */
export interface SnapshotComparison {
  readonly queries: readonly WireJudgedQuery[];
  readonly snapshots: readonly SnapshotReport[];
  readonly readRankings: (snapshot: string) => Promise<readonly SnapshotRanking[]>;
}

/** Undefined without a snapshot among the systems. One snapshot is in memory at a time. */
export async function compareWithSnapshots(
  store: Store,
  index: string,
  systems: readonly NamedSystem[],
  judged: readonly WireJudgedQuery[],
): Promise<SnapshotComparison | undefined> {
  const names = systems.map(checkSnapshotSystem).filter((name) => name !== undefined);
  if (names.length === 0) return undefined;
  let queries = judged;
  const snapshots: SnapshotReport[] = [];
  for (const name of new Set(names)) {
    const { at, rankings } = await getSnapshot(store, { index, name });
    const texts = new Map(rankings.map(({ id, text }) => [id, text]));
    const isKept = ({ id, text }: WireJudgedQuery): boolean => texts.get(id) === text;
    const missingQueries = judged.filter((query) => !isKept(query)).length;
    if (missingQueries === judged.length) {
      throw badArgument(`the snapshot ${quote(name)} has none of the judged queries`);
    }
    queries = queries.filter(isKept);
    const ids = await findDeleted(store, index, rankings);
    const deleted = { count: ids.length, ids: ids.slice(0, MAX_LISTED) };
    snapshots.push({ name, at, missingQueries, deleted });
  }
  if (queries.length === 0) throw badArgument("the snapshots have no judged query in common");
  const compared = new Set(queries.map(({ id }) => id));
  const readRankings = async (name: string): Promise<readonly SnapshotRanking[]> => {
    const { rankings } = await getSnapshot(store, { index, name });
    return rankings.filter(({ id }) => compared.has(id));
  };
  return { queries, snapshots, readRankings };
}

/** The snapshot that a system names. `BAD_ARGUMENT` for one with parts of a system besides. */
export function checkSnapshotSystem({
  name: _,
  snapshot,
  ...parts
}: NamedSystem): string | undefined {
  const [part] = Object.entries(parts).find(([, value]) => value !== undefined) ?? [];
  if (snapshot === undefined || part === undefined) return snapshot;
  throw badArgument(`a snapshot is a ranking already; ${part} does not go with it`);
}

/** Ids of documents that the index no longer has. */
async function findDeleted(
  store: Store,
  index: string,
  rankings: readonly Pick<SnapshotRanking, "documents">[],
): Promise<readonly string[]> {
  const ids = new Set(rankings.flatMap(({ documents }) => documents));
  const opened = await store.index(index);
  return opened.withReader(async ({ snapshot }) =>
    [...ids].filter((id) => snapshot.find(id) === undefined),
  );
}

/** The kept ranking of a query as the response of a search, and the documents that are gone. */
export async function readSnapshotResponse(
  store: Store,
  index: string,
  name: string,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<SearchResponse & Pick<ComparedSystem, "deleted">> {
  const { system, rankings } = await getSnapshot(store, { index, name });
  const ranking = rankings.find(({ text }) => text === query);
  if (ranking === undefined) {
    throw badArgument(
      `the snapshot ${quote(name)} has no ranking of this query; it has ${rankings.length} judged queries, such as ${quote(rankings[0]?.text ?? "")}`,
    );
  }
  const { documents, scores } = ranking;
  const opened = await store.index(index);
  const ids = documents.slice(0, limit);
  const deleted = await findDeleted(store, index, [{ documents: ids }]);
  const hits = await Promise.all(
    ids.map(async (id, i) => ({
      id,
      score: scores[i] ?? 0,
      document: (await opened.get(id)) ?? { id },
    })),
  );
  return {
    ...{ hits, total: documents.length, took: 0, isPartial: false, system },
    ...(deleted.length === 0 ? {} : { deleted }),
  } as unknown as SearchResponse & Pick<ComparedSystem, "deleted">;
}
