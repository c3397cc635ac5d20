/** A cluster named on the command line, as `opensearch:<url>/<alias>`. Credentials come from the environment. */

import {
  Cluster,
  type ClusterOptions,
  type OpenSearchAddress,
  parseAddress,
} from "../../adapters/opensearch/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";

/** Connects for as long as `use` takes. */
export async function withCluster<T>(
  address: string,
  args: Arguments,
  context: CommandContext,
  use: (cluster: Cluster, alias: string) => Promise<T>,
): Promise<T> {
  const { alias, options } = await parseClusterAddress(address, args, context);
  const cluster = await Cluster.connect(options);
  try {
    return await use(cluster, alias);
  } finally {
    await cluster.close();
  }
}

/** The alias that an address names, and how to reach its cluster. */
export async function parseClusterAddress(
  address: string,
  args: Arguments,
  context: CommandContext,
): Promise<{ readonly alias: string; readonly options: ClusterOptions }> {
  const parsed = parseAddress(address);
  return { alias: parsed.alias, options: await readClusterOptions(parsed, args, context) };
}

async function readClusterOptions(
  { nodes, username, password }: OpenSearchAddress,
  args: Arguments,
  { files }: CommandContext,
): Promise<ClusterOptions> {
  const { TERMWISE_OPENSEARCH_USER: user, TERMWISE_OPENSEARCH_PASSWORD: secret } = process.env;
  const file = args.text("ca");
  return {
    nodes,
    username: username ?? user,
    password: password ?? secret,
    patience: 1000 * readPatience(args),
    ...(file === undefined ? {} : { ca: await readText(files, file) }),
  };
}

/** In seconds. */
export function readPatience(args: Arguments): number {
  return args.count("patience", 0) ?? 60;
}

async function readText(files: CommandContext["files"], path: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of files.read(path)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
