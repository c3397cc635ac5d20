/** `termwise serve`: offers indexes over HTTP, with the page. */

import { setFlagsFromString } from "node:v8";
import type { EncoderLocation } from "../../src/index.ts";
import type { BehaviorOptions, ClusterTarget, RunningServer } from "../server/serve.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { CLUSTER_OPTIONS } from "./cluster-options.ts";
import type { Command, CommandContext } from "./command.ts";
import { ENCODER_DEVICE_OPTION, readEncoderDevice } from "./encoder-device-option.ts";
import { readThreads } from "./threads-option.ts";
import { VERSION } from "./version.ts";

const PORT = 7700;

export const serve: Command = {
  name: "serve",
  summary: "serve indexes over HTTP, with a web page",
  usage: "serve [folder…] [options]",
  description:
    "Serves the indexes of a folder, one index, or several indexes as one at http://127.0.0.1:7700. The web page is at /, the OpenAPI document at /openapi.json; docs/server.md describes the routes. An address that other machines can reach needs an API key: --new-key creates one, and TERMWISE_API_KEY is one with all scopes. Requests are logged as JSON lines on standard error, without queries. Ctrl-C stops the server after the running requests.",
  options: [
    {
      name: "port",
      short: "p",
      value: "<port>",
      default: String(PORT),
      summary: "port; 0 selects a free one",
    },
    { name: "host", value: "<address>", default: "127.0.0.1", summary: "address to listen on" },
    {
      name: "as",
      value: "<name>",
      summary: "name of the index; by default that of its folder, or of all folders of several",
    },
    {
      name: "name",
      value: "<names>",
      summary:
        "further allowed values of the Host header, separated by commas, such as the name of a proxy",
    },
    {
      name: "cors",
      value: "<origins>",
      summary:
        "origins whose pages may use the server, separated by commas, such as https://shop.example; * for any, which needs keys; by default none",
    },
    {
      name: "threads",
      short: "t",
      value: "<n>",
      summary: "number of search threads; by default one per core",
    },
    {
      name: "new-key",
      value: "<scope>",
      summary:
        "create an API key with the scope search, read, write or admin, print it and exit; see termwise keys",
    },
    {
      name: "encoder",
      value: "<folder>",
      summary:
        "encoder for semantic search: minilm, or a folder or installed package; by default none",
    },
    ENCODER_DEVICE_OPTION,
    {
      name: "backups",
      value: "<folder>",
      summary: "folder for POST /indexes/<name>/backup; by default there are no backups",
    },
    {
      name: "behavior",
      summary:
        "record searches, and events that clients send, without ids of users; by default nothing is recorded",
    },
    {
      name: "behavior-days",
      value: "<n>",
      default: "90",
      summary: "days after which recorded searches and events are removed",
    },
    {
      name: "behavior-bytes",
      value: "<n>",
      default: "67108864",
      summary: "maximum bytes of recorded searches and events of an index; the oldest are removed",
    },
    {
      name: "behavior-ids",
      summary: "also record the ids of clients, sessions and users that clients send",
    },
    {
      name: "retriever",
      value: "<address>",
      summary:
        "serve an index on a cluster: opensearch:<url>/<alias>; the folder then has models, judgements and keys, or is the index with the texts",
    },
    { name: "partial", summary: "accept and mark hits if a part of the cluster is unavailable" },
    ...CLUSTER_OPTIONS,
    { name: "no-log", summary: "do not log requests" },
  ],
  examples: [
    { type: "termwise serve ./indexes", does: "serves all indexes of a folder on this machine" },
    { type: "termwise serve ./indexes --new-key read", does: "creates a key for searching" },
    {
      type: "termwise serve ./indexes --host 0.0.0.0",
      does: "serves to other machines; needs a key",
    },
    {
      type: "termwise serve ./news-2025 ./news-2026 --as news",
      does: "serves two indexes as one",
    },
    {
      type: "termwise serve ./models --retriever opensearch:http://localhost:9200/news",
      does: "serves an index published to a cluster",
    },
  ],

  async run(args, context) {
    const folders = args.positionals.length === 0 ? ["."] : args.positionals;
    const scope = args.text("new-key");
    if (scope !== undefined) return createKey(folders, scope, context);
    if (folders.length > 1 && args.text("retriever") !== undefined) {
      throw createUsageError(serve, "--retriever takes one folder");
    }
    const served = await startServer(folders, args, context);
    context.out(args.has("json") ? JSON.stringify({ address: served.address }) : served.address);
    context.note(`serving ${folders.join(" and ")}; Ctrl-C stops`);
    await waitForStop(served);
  },
};

/**
 * Garbage, in percent of what is alive, that a heap may hold before all of it is collected. V8
 * lets a heap grow to between 1.8 and 4 times what is alive; searches leave little that survives,
 * so collecting it more often costs next to nothing.
 */
const HEAP_GROWTH = 30;

/** Starts a server with the options of the command. */
export async function startServer(
  folder: string | readonly string[],
  args: Arguments,
  context: CommandContext,
): Promise<RunningServer> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const { batchLines, serve: startServing } = await import("../server/serve.ts");
  const names = args.text("name")?.split(",") ?? [];
  const isSilent = args.has("no-log") || args.has("quiet");
  return startServing({
    folder,
    indexName: args.text("as"),
    port: args.count("port", 0, 65_535) ?? PORT,
    host: args.text("host") ?? "127.0.0.1",
    key: process.env.TERMWISE_API_KEY,
    names: names.map((name) => name.trim().toLowerCase()),
    origins:
      args
        .text("cors")
        ?.split(",")
        .map((origin) => origin.trim()) ?? [],
    threads: readThreads(args),
    encoder: readEncoder(args),
    backups: args.text("backups"),
    behavior: args.has("behavior") ? readBehaviorOptions(args) : undefined,
    version: VERSION,
    cluster: await readCluster(args, context),
    ...(isSilent ? {} : { log: batchLines((lines) => context.note(lines)) }),
  });
}

function readBehaviorOptions(args: Arguments): BehaviorOptions {
  return {
    days: args.count("behavior-days", 1, 3660),
    maxBytes: args.count("behavior-bytes", 65_536, Number.MAX_SAFE_INTEGER),
    keepsIds: args.has("behavior-ids"),
  };
}

/** The encoder of the indexes, and where it computes. */
function readEncoder(args: Arguments): EncoderLocation | undefined {
  const path = args.text("encoder");
  return path === undefined ? undefined : { path, ...readEncoderDevice(args) };
}

/** The published index that --retriever names. */
async function readCluster(
  args: Arguments,
  context: CommandContext,
): Promise<ClusterTarget | undefined> {
  const address = args.text("retriever");
  if (address === undefined) return undefined;
  const { toIndexName } = await import("../server/serve.ts");
  const { parseClusterAddress } = await import("./open-cluster.ts");
  const { alias, options } = await parseClusterAddress(address, args, context);
  const partial = args.has("partial") ? "mark" : "refuse";
  return { name: toIndexName(alias), alias, partial, options };
}

async function createKey(
  folders: readonly string[],
  scope: string,
  context: CommandContext,
): Promise<void> {
  const { openKeyStore, parseScope } = await import("../server/serve.ts");
  const { key, name } = await (await openKeyStore(folders)).create({ scope: parseScope(scope) });
  context.out(key);
  context.note(`${name} has the scope ${scope}; it is kept hashed and cannot be shown again`);
}

/** Waits for SIGINT or SIGTERM, then for pending requests. */
export async function waitForStop(served: RunningServer): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await served.close();
}
