/** `termwise publish`: delivers an index to a cluster of OpenSearch or Elasticsearch, behind an alias. */

import {
  type Cluster,
  deleteOlder,
  MODES,
  type PublishMode,
  type PublishReport,
  publish as publishIndex,
  rollBack,
  TOKEN_STORAGES,
  type TokenStorage,
  update,
} from "../../adapters/opensearch/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import { CLUSTER_OPTIONS } from "./cluster-options.ts";
import type { Command, CommandContext } from "./command.ts";
import { withCluster } from "./open-cluster.ts";
import { withIndex } from "./open-index.ts";

export const publish: Command = {
  name: "publish",
  summary: "publish an index to a cluster of OpenSearch or Elasticsearch",
  usage: "publish <index> --to opensearch:<url>/<alias> [options]",
  description:
    "Creates a new index on the cluster, loads and verifies it, and only then switches the alias to it. The same command resumes after an interruption. TERMWISE_OPENSEARCH_USER and TERMWISE_OPENSEARCH_PASSWORD are the credentials. Needs the package @opensearch-project/opensearch.",
  options: [
    {
      name: "to",
      value: "<address>",
      summary: "opensearch:<url>/<alias> or elasticsearch:…; further URLs separated by commas",
    },
    {
      name: "mode",
      value: "<mode>",
      choices: MODES,
      summary:
        "publishing mode, see docs/opensearch.md; by default impacts, on Elasticsearch rank_features",
    },
    {
      name: "ranker",
      short: "r",
      value: "<name>",
      summary: "ranking function over single terms; by default that of the index",
    },
    {
      name: "bits",
      value: "<n>",
      summary: "bits per impact, 1 to 14; by default 12, with rank_features 9",
    },
    {
      name: "analysis",
      value: "<who>",
      default: "client",
      choices: ["client", "cluster"],
      summary:
        "text analysis of documents by the client or the cluster; cluster only with --mode boosts",
    },
    {
      name: "tokens",
      value: "<place>",
      default: "source",
      choices: TOKEN_STORAGES,
      summary: "storage of tokens for re-rankers",
    },
    {
      name: "without-documents",
      summary: "store no documents and statistics of words: smaller, but searches take few options",
    },
    { name: "shards", value: "<n>", default: "1", summary: "number of shards" },
    { name: "replicas", value: "<n>", default: "1", summary: "number of replicas per shard" },
    { name: "merge", summary: "merge each shard into one segment at the end" },
    { name: "update", summary: "apply changes to the published index" },
    { name: "roll-back", summary: "return to the previously published index" },
    {
      name: "keep",
      value: "<n>",
      summary: "number of earlier indexes of the alias to keep; delete the others",
    },
    ...CLUSTER_OPTIONS,
  ],
  examples: [
    {
      type: "termwise publish ./index --to opensearch:http://localhost:9200/news --shards 3",
      does: "publishes integer impacts that rank exactly as locally",
    },
    {
      type: "termwise publish ./index --to opensearch:http://localhost:9200/news --update",
      does: "applies the additions, changes and deletions since the last publication",
    },
    {
      type: "termwise publish --roll-back --to opensearch:http://localhost:9200/news",
      does: "returns to the previously published index",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    const to = args.text("to");
    const isBack = args.has("roll-back");
    if (to === undefined || rest.length > 0 || (folder === undefined) !== isBack) {
      throw createUsageError(publish, "--to and one index, or --to and --roll-back, are needed");
    }
    await withCluster(to, args, context, async (cluster, alias) => {
      if (folder === undefined) {
        const index = await rollBack(cluster, alias);
        if (args.has("json")) context.out(JSON.stringify({ alias, index }));
        else context.out(`${alias} is ${index} again`);
        return;
      }
      const report = await publishFolder(cluster, alias, folder, args, context);
      const keep = args.count("keep", 0);
      const deleted = keep === undefined ? [] : await deleteOlder(cluster, alias, keep);
      printReport(report, deleted, args, context);
    });
  },
};

function publishFolder(
  cluster: Cluster,
  alias: string,
  folder: string,
  args: Arguments,
  { progress }: CommandContext,
): Promise<PublishReport> {
  return withIndex(folder, (reader) => {
    if (args.has("update")) return update(cluster, reader, { alias, progress });
    return publishIndex(cluster, reader, {
      alias,
      mode: args.text("mode") as PublishMode | undefined,
      ranker: args.text("ranker"),
      bits: args.count("bits", 1, 14),
      analyzedBy: args.text("analysis") === "cluster" ? "cluster" : "client",
      tokens: args.text("tokens") as TokenStorage,
      shards: args.count("shards"),
      replicas: args.count("replicas", 0),
      merge: args.has("merge"),
      documents: !args.has("without-documents"),
      progress,
    });
  });
}

function printReport(
  { index, record, load, kept, deleted, verified }: PublishReport,
  older: readonly string[],
  args: Arguments,
  context: CommandContext,
): void {
  if (args.has("json")) {
    const report = { index, record, load, kept, deleted, verified, older };
    context.out(JSON.stringify(report, null, 2));
    return;
  }
  const { alias, documents, mode, ranker } = record;
  context.out(`${alias} is ${index}: ${documents} documents, ${mode} of ${ranker}`);
  context.note(
    `sent ${load.documents}, kept ${kept}, deleted ${deleted}; rejected for a while ${load.rejected}; verified ${verified.queries} queries`,
  );
  if (older.length > 0) context.note(`deleted ${older.join(", ")}`);
}
