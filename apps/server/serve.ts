/**
 * The whole server: engine, keys, page, port. An address that is not loopback
 * needs a key, or the server does not start.
 */

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import type { EncoderLocation } from "../../src/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { KeyStore } from "./access/api-key-store.ts";
import { Keys } from "./access/api-keys.ts";
import { LOOPBACK } from "./access/check-origin.ts";
import { createApp } from "./app.ts";
import { BehaviorLog, type BehaviorOptions } from "./behavior/behavior-log.ts";
import type { Engine, TaskOptions } from "./engine/engine.ts";
import { ThreadedEngine } from "./engine/threaded-engine.ts";
import { JobStore } from "./jobs/job-store.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { type Listening, listen } from "./listen.ts";
import { LoopDelay } from "./loop-delay.ts";
import { readPageFiles } from "./page-files.ts";
import type { LogSink } from "./request-log.ts";
import { type ClusterTarget, openCatalog } from "./tasks/index-catalog.ts";
import type { saveWeights as saveIndexWeights } from "./tasks/trained-models.ts";

export { parseScope } from "./access/api-keys.ts";
export type { BehaviorOptions } from "./behavior/behavior-log.ts";
export { batchLines } from "./request-log.ts";
export { type ClusterTarget, toIndexName } from "./tasks/index-catalog.ts";

/** Options of a server. */
export interface ServeOptions {
  /** An index, or a folder of indexes; or several indexes, which are searched as one. */
  readonly folder: string | readonly string[];
  /** The name of the index. Default: that of its folder. */
  readonly indexName?: string | undefined;
  readonly port: number;
  readonly host: string;
  /** A key with all scopes, for this run. */
  readonly key?: string | undefined;
  /** Further host names of requests, such as that of a proxy. */
  readonly names?: readonly string[];
  /** Origins whose pages may use the server, such as `https://shop.example`; `*` for any, which needs keys. */
  readonly origins?: readonly string[];
  readonly threads?: number | undefined;
  /** The encoder of indexes with vectors: a name, a folder or an installed package. */
  readonly encoder?: EncoderLocation | string | undefined;
  /** The folder of backups. Default: none, and the route is refused. */
  readonly backups?: string | undefined;
  /** The index is on this cluster; the folder has models, judgements and keys. */
  readonly cluster?: ClusterTarget | undefined;
  /** Record searches and events of users. Default: nothing is recorded. */
  readonly behavior?: BehaviorOptions | undefined;
  readonly limits?: Partial<Limits>;
  readonly log?: LogSink;
  readonly version?: string;
}

/** A server that runs. */
export interface RunningServer extends Listening {
  /** Whether the page is part of this package. */
  readonly hasPage: boolean;
}

/** The folder of keys and jobs of a folder of indexes. */
export function resolveStateRoot(root: string): string {
  return join(root, ".server");
}

/** The keys of servers of a folder of indexes, which are stored as hashes. */
export async function openKeyStore(folder: string | readonly string[]): Promise<KeyStore> {
  return KeyStore.open(resolveStateRoot((await openCatalog(folder)).root));
}

/** Stores learned weights of an index. Loaded on demand: a server learns in other threads. */
export const saveWeights: typeof saveIndexWeights = async (...parameters) =>
  (await import("./tasks/trained-models.ts")).saveWeights(...parameters);

/** Starts a server. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { folder, port, host, key, names = [], origins = [], version = "0" } = options;
  for (const origin of origins) checkOriginName(origin);
  for (const each of [folder].flat()) {
    if ((await new NodeFiles().kind(each)) === "folder") continue;
    throw new TermwiseError("NOT_FOUND", `there is no folder ${quote(each)}`);
  }
  const { cluster, encoder, backups } = options;
  const catalog = {
    ...(await openCatalog(folder, options.indexName)),
    ...defined({ cluster, encoder, backups }),
  };
  const environment = key === undefined ? new Keys() : new Keys().with(key, "admin", "environment");
  const keys = await KeyStore.open(resolveStateRoot(catalog.root), environment);
  const isLocal = LOOPBACK.includes(host);
  if (!isLocal && keys.isEmpty) {
    throw badArgument(
      `${quote(host)} can be reached by others, so an API key is needed: termwise serve ${[folder].flat().join(" ")} --new-key admin`,
    );
  }
  if (origins.includes("*") && keys.isEmpty) {
    throw badArgument("pages of any origin may use a server only if it has API keys");
  }
  const limits = { ...LIMITS, ...options.limits };
  const readers = options.threads ?? Math.max(1, Math.min(8, availableParallelism()));
  const engine = new ThreadedEngine(catalog, { readers }, limits);
  const delay = new LoopDelay();
  const page = await readPageFiles(fileURLToPath(new URL("../web/", import.meta.url)));
  const jobStore = await JobStore.open(resolveStateRoot(catalog.root), (error) =>
    app.log.event("jobs-not-kept", { fault: String(error) }),
  );
  const behavior =
    options.behavior &&
    new BehaviorLog(catalog, options.behavior, {
      onError: (error) => app.log.event("behavior-lost", { fault: String(error) }),
    });
  const app = createApp({
    ...{ jobStore, behavior },
    ...{ engine, keys, limits, version, origins },
    isDelayed: () => delay.ms > limits.loopDelay,
    // Host names of a public address are unknown; the key identifies clients.
    hosts: isLocal ? [...LOOPBACK, ...names] : ["*"],
    ...defined({ log: options.log, page }),
  });
  try {
    await warmIndexes(engine, readers);
    const listening = await listen(app, { port, host });
    delay.start();
    app.log.event("started", { address: listening.address });
    return {
      ...listening,
      hasPage: page !== undefined,
      close: async () => {
        await listening.close();
        await behavior?.close();
        delay.stop();
        await engine.close();
        app.log.event("stopped");
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** `BAD_ARGUMENT` for anything but `*` and an origin as browsers send it. */
function checkOriginName(origin: string): void {
  if (origin !== "*" && origin.includes("*")) {
    throw badArgument(
      `each origin is named as a whole, and \`*\` alone is any; got ${quote(origin)}`,
    );
  }
  if (origin === "*" || (URL.canParse(origin) && new URL(origin).origin === origin)) return;
  throw badArgument(
    `an origin is a scheme, a host and a port, such as https://shop.example, got ${quote(origin)}`,
  );
}

/** Timeout for threads to start and to open an index, in minutes: no request waits yet. */
const WARM_UP_OPTIONS: TaskOptions = { patience: 300_000, isUsual: false };
/** Indexes that are opened before the first request. */
const MAX_WARM_INDEXES = 8;

/** Opens the indexes in every thread that searches, so that the first search is quick. */
async function warmIndexes(engine: Engine, readers: number): Promise<void> {
  const onAll = (task: () => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: readers }, task));
  const [list = "{}"] = await onAll(() => engine.read("listIndexes", {}, WARM_UP_OPTIONS));
  const { indexes = [] } = JSON.parse(list) as { indexes?: readonly { readonly name: string }[] };
  for (const { name: index } of indexes.slice(0, MAX_WARM_INDEXES)) {
    const request = { query: "the first search", limit: 1, total: false };
    // An unreadable index is reported by the first search.
    await onAll(() => engine.read("search", { index, request }, WARM_UP_OPTIONS)).catch(() => {});
    await warmEncoder(engine, index, onAll);
  }
}

/** Opens the encoder of an index in every thread. A failure is reported at the start. */
async function warmEncoder(
  engine: Engine,
  index: string,
  onAll: (task: () => Promise<string>) => Promise<string[]>,
): Promise<void> {
  const details = await engine.read("describeIndex", { index }).catch(() => "{}");
  if ((JSON.parse(details) as { canEncodeQueries?: boolean }).canEncodeQueries !== true) return;
  const request = { query: "the first search", ranker: "dense", limit: 1, total: false };
  await onAll(() => engine.read("search", { index, request }, WARM_UP_OPTIONS));
}
