import { afterEach, expect, test } from "vitest";
import { startAnsweringCluster } from "../../test/answering-cluster.ts";
import { Cluster } from "./index.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function connect(root: object): Promise<Cluster> {
  const server = await startAnsweringCluster({ "": root });
  open.push(server);
  const cluster = await Cluster.connect({ nodes: [server.url], patience: 0 });
  open.push(cluster);
  return cluster;
}

const toElasticsearch = (number: string) => ({
  version: { number, build_flavor: "default" },
  tagline: "You Know, for Search",
});

test.each(["7.12.0", "7.17.28", "8.19.0"])("Elasticsearch %s is accepted", async (version) => {
  expect(await connect(toElasticsearch(version))).toMatchObject({
    ...{ product: "elasticsearch", version },
  });
});

test("OpenSearch is accepted", async () => {
  const root = { version: { distribution: "opensearch", number: "3.8.0" } };
  expect(await connect(root)).toMatchObject({ product: "opensearch", version: "3.8.0" });
});

test.each([
  ["an old Elasticsearch", toElasticsearch("7.11.2"), 'runs Elasticsearch "7.11.2"'],
  ["a later Elasticsearch", toElasticsearch("9.0.0"), "version 7 or 8 is supported"],
  ["an old OpenSearch", { version: { distribution: "opensearch", number: "2.19.1" } }, "2.19.1"],
  ["another program", { version: { number: "7.17.0" } }, "neither OpenSearch nor Elasticsearch"],
])("%s is refused", async (_, root, message) => {
  await expect(connect(root)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining(message),
  });
});
