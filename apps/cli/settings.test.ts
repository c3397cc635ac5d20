/** `termwise settings`, and the commands that follow the settings. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { explain } from "./explain.ts";
import { facet } from "./facet.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";

const folder = createTemporaryFolder("settings");
const type = createCommandRunner(new NodeFiles(), [settings, search, explain]);

async function createShop(name: string): Promise<string> {
  const index = await createIndex(join(folder, name), { fields: { title: "text", body: "text" } });
  await index.add([
    { id: "1", title: "Sofa", body: "red velvet" },
    { id: "2", title: "Lamp", body: "beside the sofa" },
  ]);
  await index.close();
  return join(folder, name);
}

const findIds = async (...argv: string[]): Promise<string[]> =>
  JSON.parse((await type("search", ...argv, "--json")).out).hits.map(
    ({ id }: { id: string }) => id,
  );

test("settings are printed, changed by flags and a file, and reset", async () => {
  const shop = await createShop("changed");
  expect(JSON.parse((await type("settings", shop)).out)).toEqual({});
  const synonyms = join(folder, "synonyms.txt");
  writeFileSync(synonyms, "couch => sofa\n");
  const set = await type(
    "settings",
    shop,
    "--prefix",
    "--fields",
    "title^2",
    "--synonyms",
    synonyms,
  );
  expect(JSON.parse(set.out)).toEqual({
    ...{ prefix: true, fields: ["title^2"], synonyms: "couch => sofa\n" },
  });
  const file = join(folder, "settings.json");
  writeFileSync(file, JSON.stringify({ fuzzy: 1, prefix: null }));
  const changed = await type("settings", shop, "--file", file, "--reset", "synonyms");
  expect(JSON.parse(changed.out)).toEqual({ fields: ["title^2"], fuzzy: 1 });
});

test("search and explain follow the settings", async () => {
  const shop = await createShop("followed");
  expect(await findIds(shop, "sofa")).toEqual(["1", "2"]);
  await type("settings", shop, "--fields", "title", "--prefix");
  expect(await findIds(shop, "sofa")).toEqual(["1"]);
  expect(await findIds(shop, "sof")).toEqual(["1"]);
  expect(await findIds(shop, "sofa", "--fields", "body")).toEqual(["2"]);
  const explanation = JSON.parse((await type("explain", shop, "sofa", "2", "--json")).out);
  expect(explanation.value).toBe(0);
});

test("unknown settings are refused by name", async () => {
  const shop = await createShop("refused");
  expect(await type("settings", shop, "--reset", "prefx")).toMatchObject({
    note: expect.stringContaining('settings has no option "prefx"; did you mean "prefix"?'),
  });
  expect((await type("settings")).code).not.toBe(0);
});

test("facet searches within the values of a field", async () => {
  const shop = await createShop("facets");
  const typeFacet = createCommandRunner(new NodeFiles(), [facet]);
  const open = await createIndex(join(folder, "brands"), {
    fields: { name: "text", brand: "keyword" },
  });
  await open.add(["Acme", "Acme", "Bolt"].map((brand, id) => ({ id, name: "lamp", brand })));
  await open.close();
  const brands = join(folder, "brands");
  expect((await typeFacet("facet", brands, "brand", "ac")).out).toBe("       2  Acme\n");
  const all = await typeFacet("facet", brands, "brand", "--query", "lamp", "--json");
  expect(JSON.parse(all.out).values).toHaveLength(2);
  expect((await typeFacet("facet", shop)).code).not.toBe(0);
});
