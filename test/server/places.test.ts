// @vitest-environment node
/**
 * Places on every surface: HTTP, Algolia's and OpenSearch's own clients, the command line.
 * Distances are those of Berlin's Brandenburg Gate (52.51628, 13.37771) as published
 * calculators of great circles give them.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@opensearch-project/opensearch";
import { algoliasearch } from "algoliasearch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { indexCollection } from "../../apps/cli/index-collection.ts";
import { search } from "../../apps/cli/search.ts";
import { type Listening, listen } from "../../apps/server/listen.ts";
import { createIndex, openIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createJsonRequest, openSmallServer, type SmallServer } from "./small-server.ts";

const PLACES = [
  { id: "museum", title: "Museum", _geoloc: { lat: 52.5208, lng: 13.3975 } },
  { id: "potsdam", title: "Palace museum", _geoloc: { lat: 52.4042, lng: 13.0386 } },
  { id: "paris", title: "Museum", _geoloc: { lat: 48.8606, lng: 2.3376 } },
  { id: "fiji", title: "Island museum", _geoloc: { lat: -16.8, lng: 179.99 } },
  { id: "nowhere", title: "Museum" },
];
const GATE = "52.51628, 13.37771";

let server: SmallServer;
let listening: Listening;

beforeAll(async () => {
  server = await openSmallServer();
  const index = await createIndex(join(server.folder, "places"), {
    fields: { title: {}, _geoloc: "geo" },
  });
  for (const place of PLACES) await index.add(place);
  await index.close();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await listening.close();
  await server.close();
});

test("HTTP takes distances in the address and in a body, and returns them", async () => {
  const sort = encodeURIComponent(`distance(_geoloc, ${GATE})`);
  const near = await server.app.request(`/indexes/places/search?q=museum&sort=${sort}`);
  const { hits } = (await near.json()) as { hits: { id: string; distance?: number }[] };
  expect(hits.map(({ id }) => id)).toEqual(["museum", "potsdam", "paris", "fiji", "nowhere"]);
  expect((hits[0]?.distance ?? 0) / 1000).toBeCloseTo(1.43, 2);
  expect((hits[2]?.distance ?? 0) / 1000).toBeCloseTo(879, -1);
  expect(hits[4]).not.toHaveProperty("distance");
  const body = { query: "museum", filter: `distance(_geoloc, ${GATE}) < 30km` };
  const response = await server.app.request(
    "/indexes/places/search",
    createJsonRequest("POST", body),
  );
  expect(((await response.json()) as { total: number }).total).toBe(2);
});

test("Algolia's client searches around a point, and in boxes", async () => {
  const client = algoliasearch("app", "key", {
    hosts: [{ url: "127.0.0.1", accept: "readWrite", protocol: "http", port: listening.port }],
  });
  const find = async (searchParams: object) => {
    const { hits } = await client.searchSingleIndex({ indexName: "places", searchParams });
    return hits.map(({ objectID }) => objectID);
  };
  const around = { query: "museum", aroundLatLng: GATE };
  expect(await find(around)).toEqual(["museum", "potsdam", "paris", "fiji", "nowhere"]);
  expect(await find({ ...around, aroundRadius: 30_000 })).toEqual(["museum", "potsdam"]);
  const boxes = [
    [52.6, 13.3, 52.5, 13.5],
    [48, 2, 49, 3],
  ];
  expect((await find({ query: "", insideBoundingBox: boxes })).sort()).toEqual([
    ...["museum", "paris"],
  ]);
  const ranked = await client.searchSingleIndex({
    indexName: "places",
    searchParams: { ...around, getRankingInfo: true },
  });
  expect(ranked.hits[0]?._rankingInfo?.geoDistance).toBeCloseTo(1430, -1);
  await expect(find({ ...around, aroundPrecision: 10 })).rejects.toThrow("aroundPrecision");
  await expect(find({ aroundLatLng: "91, 0" })).rejects.toThrow("lat from -90 to 90");
});

test("OpenSearch's client filters and sorts by distance, and filters by boxes", async () => {
  const client = new Client({ node: listening.address, maxRetries: 0 });
  const searchAll = async (body: object) => {
    const { hits } = (await client.search({ index: "places", body: body as never })).body.hits;
    return hits as unknown as readonly { _id: string; sort?: readonly unknown[] }[];
  };
  const findIds = async (body: object) => (await searchAll(body)).map(({ _id }) => _id);
  const filter = (clause: object) => ({ query: { bool: { filter: [clause] } } });
  const gate = { lat: 52.51628, lon: 13.37771 };
  const within = { distance: "30km", _geoloc: gate };
  expect((await findIds(filter({ geo_distance: within }))).sort()).toEqual(["museum", "potsdam"]);
  const acrossAntimeridian = { top_left: { lat: 0, lon: 170 }, bottom_right: [-170, -30] };
  expect(await findIds(filter({ geo_bounding_box: { _geoloc: acrossAntimeridian } }))).toEqual([
    "fiji",
  ]);
  const sort = [{ _geo_distance: { _geoloc: [gate.lon, gate.lat], order: "asc", unit: "km" } }];
  const [first, ...more] = await searchAll({ sort });
  expect(first?._id).toBe("museum");
  expect(first?.sort?.[0]).toBeCloseTo(1.43, 2);
  expect(more.at(-1)).toMatchObject({ _id: "nowhere", sort: ["Infinity"] });
  await client.close();
});

test("the command line reads points from tables, and filters, sorts and boosts by distance", async () => {
  const type = createCommandRunner(new NodeFiles(), [indexCollection, search]);
  const table = join(server.folder, "places.csv");
  const folder = join(server.folder, "typed");
  const rows = PLACES.map(({ id, title, _geoloc: at }) =>
    [id, title, at === undefined ? "" : `"${at.lat}, ${at.lng}"`].join(","),
  );
  await writeFile(table, ["id,title,location", ...rows].join("\n"));
  await type("index", table, "--fields", "title,location:geo", "--out", folder);
  const distance = `distance(location, ${GATE})`;
  const find = async (...flags: string[]) => {
    const { out } = await type("search", folder, "museum", ...flags, "--json");
    return (JSON.parse(out) as { hits: { id: string }[] }).hits.map(({ id }) => id);
  };
  expect(await find("--filter", `${distance} < 5km`)).toEqual(["museum"]);
  expect(await find("--sort", `${distance},-score`)).toEqual([
    ...["museum", "potsdam", "paris", "fiji", "nowhere"],
  ]);
  const [first] = await find("--boost", `20 exponentialDecay(${distance}, scale=10km)`);
  expect(first).toBe("museum");
  const index = await openIndex(folder);
  await expect(index.put({ id: "x", location: { lat: 91, lng: 0 } })).rejects.toThrow(
    "lat from -90 to 90",
  );
  await expect(index.search("", { sort: "location" })).rejects.toThrow("distance(location");
  await expect(index.search("", { filter: { location: 3 } })).rejects.toThrow("distance(location");
  await expect(index.search("", { filter: "distance(title, 1, 2) < 3" })).rejects.toThrow(
    "is a text, not a geo",
  );
  await index.close();
});
