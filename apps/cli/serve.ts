/** `termwise serve`: offers indexes over HTTP, with the page. */

import type { RunningServer } from "../server/serve.ts";
import type { ClusterTarget } from "../server/tasks/index-catalog.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { CLUSTER_OPTIONS, parseClusterAddress } from "./open-cluster.ts";
import { readThreads } from "./threads-option.ts";
import { VERSION } from "./version.ts";

const PORT = 7700;

export const serve: Command = {
  name: "serve",
  summary: "serve indexes over HTTP, with a web page",
  usage: "serve [folder] [options]",
  description:
    "Serves the indexes of a folder (or one index) at http://127.0.0.1:7700, with a page at / and an OpenAPI\ndocument at /openapi.json; docs/server.md describes the routes. An address that others can reach needs an\nAPI key: --new-key makes one, and TERMWISE_API_KEY is one with all scopes. Requests are logged as JSON lines on\nstandard error, without queries. Ctrl-C stops the server after the requests under way.",
  options: [
    {
      name: "port",
      short: "p",
      value: "<port>",
      default: String(PORT),
      summary: "port; 0 takes a free one",
    },
    { name: "host", value: "<address>", default: "127.0.0.1", summary: "address to listen on" },
    {
      name: "name",
      value: "<names>",
      summary:
        "further names that requests may ask for, separated by commas, such as that of a proxy",
    },
    {
      name: "threads",
      short: "t",
      value: "<n>",
      summary: "threads that search; by default one per core",
    },
    {
      name: "new-key",
      value: "<scope>",
      summary: "make an API key with the scope read, write or admin, print it, and end",
    },
    {
      name: "encoder",
      value: "<folder>",
      summary:
        "encoder of the vectors, for semantic search: minilm, or its folder or installed package; without it nothing is opened",
    },
    {
      name: "retriever",
      value: "<address>",
      summary:
        "search an index on a cluster: opensearch:<url>/<alias>; the folder then has models, judgements and keys, or is the index with the texts",
    },
    { name: "partial", summary: "accept hits of which a part of the cluster is missing, marked" },
    ...CLUSTER_OPTIONS,
    { name: "no-log", summary: "do not log requests" },
  ],
  examples: [
    { type: "termwise serve ./indexes", does: "serves all indexes of a folder on this machine" },
    { type: "termwise serve ./indexes --new-key read", does: "makes a key that may search" },
    { type: "termwise serve ./indexes --host 0.0.0.0", does: "serves to others, who need a key" },
    {
      type: "termwise serve ./models --retriever opensearch:http://localhost:9200/news",
      does: "serves an index that was published to a cluster",
    },
  ],

  async run(args, context) {
    const [folder = ".", ...rest] = args.positionals;
    if (rest.length > 0) throw createUsageError(serve, "one folder is served");
    const scope = args.text("new-key");
    if (scope !== undefined) return createKey(folder, scope, context);
    const served = await startServer(folder, args, context);
    context.out(args.has("json") ? JSON.stringify({ address: served.address }) : served.address);
    context.note(`serving ${folder}; Ctrl-C stops`);
    await waitForStop(served);
  },
};

/** Starts a server with the options of the command. */
export async function startServer(
  folder: string,
  args: Arguments,
  context: CommandContext,
): Promise<RunningServer> {
  const server = await import("../server/serve.ts");
  const { batchLines: inTurns } = await import("../server/request-log.ts");
  const names = args.text("name")?.split(",") ?? [];
  const isSilent = args.has("no-log") || args.has("quiet");
  return server.serve({
    folder,
    port: args.count("port", 0, 65_535) ?? PORT,
    host: args.text("host") ?? "127.0.0.1",
    key: process.env.TERMWISE_API_KEY,
    names: names.map((name) => name.trim().toLowerCase()),
    threads: readThreads(args),
    encoder: args.text("encoder"),
    version: VERSION,
    cluster: await readCluster(args, context),
    ...(isSilent ? {} : { log: inTurns((lines) => context.note(lines)) }),
  });
}

/** The published index that --retriever names. */
async function readCluster(
  args: Arguments,
  context: CommandContext,
): Promise<ClusterTarget | undefined> {
  const address = args.text("retriever");
  if (address === undefined) return undefined;
  const { toIndexName: nameOfAlias } = await import("../server/tasks/index-catalog.ts");
  const { alias, options } = await parseClusterAddress(address, args, context);
  const partial = args.has("partial") ? "mark" : "refuse";
  return { name: nameOfAlias(alias), alias, partial, options };
}

async function createKey(folder: string, scope: string, context: CommandContext): Promise<void> {
  const { Keys, generateKey: newKey, parseScope: scopeNamed } = await import("../server/keys.ts");
  const { resolveStateRoot: keysFolder } = await import("../server/serve.ts");
  const { openCatalog: placesOf } = await import("../server/tasks/index-catalog.ts");
  const folderPath = keysFolder((await placesOf(folder)).root);
  const keys = await Keys.read(folderPath);
  const key = newKey();
  const name = `key-${keys.list().length + 1}`;
  await keys.with(key, scopeNamed(scope), name).save(folderPath);
  context.out(key);
  context.note(`${name} has the scope ${scope}; it is kept hashed and cannot be shown again`);
}

/** Waits for Ctrl-C or the end that a supervisor asks for, then for the requests under way. */
export async function waitForStop(served: RunningServer): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await served.close();
}
