/** Several indexes under one name: over HTTP and on the command line they are searched as one. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { run } from "../../apps/cli/run.ts";
import { search } from "../../apps/cli/search.ts";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import { openCatalog } from "../../apps/server/tasks/index-catalog.ts";
import { createIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createJsonRequest, DOCUMENTS, readResponse } from "./small-server.ts";

let folder = "";
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-joined-"));
  const [first, ...others] = DOCUMENTS;
  for (const [name, documents] of [
    ["whole", DOCUMENTS],
    ["eggs", [first]],
    ["Other Meals", others],
  ] as const) {
    const index = await createIndex(at(name));
    await index.add(documents as typeof DOCUMENTS);
    await index.close();
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** A server over folders while `use` runs. */
async function withServer(
  folders: readonly string[],
  name: string | undefined,
  use: (
    ask: (path: string, init?: RequestInit) => ReturnType<typeof readResponse>,
  ) => Promise<void>,
): Promise<void> {
  const engine = new LocalEngine(await openCatalog(folders, name), LIMITS);
  const app = createApp({ engine });
  try {
    await use((path, init) => readResponse(app.request(path, init)));
  } finally {
    app.jobs.close();
    await engine.close();
  }
}

describe("several indexes under one name", () => {
  test("are searched by the server like one index, and cannot be changed", async () => {
    const { hits } = await new Promise<{ hits: unknown[] }>((resolve, reject) => {
      withServer([at("whole")], undefined, async (ask) => {
        resolve((await ask("/indexes/whole/search?q=boiled+egg+soup")).body);
      }).catch(reject);
    });
    await withServer([at("eggs"), at("Other Meals")], "meals", async (ask) => {
      const { body } = await ask("/indexes/meals/search?q=boiled+egg+soup");
      expect(body.hits).toEqual(hits);
      expect((await ask("/indexes")).body.indexes).toMatchObject([{ name: "meals", documents: 3 }]);
      const document = { documents: [{ id: "x", text: "y" }] };
      const { status, body: refusal } = await ask(
        "/indexes/meals/documents",
        createJsonRequest("POST", document),
      );
      expect([status, refusal.code]).toEqual([400, "BAD_ARGUMENT"]);
      expect(refusal.message).toContain("open one of them to change it");
      const deletion = await ask("/indexes/meals", { method: "DELETE" });
      expect([deletion.status, deletion.body.message]).toEqual([
        400,
        '"meals" is several indexes that are searched as one; remove their folders instead',
      ]);
    });
  });

  test("have a name made of their folders by default", async () => {
    const { only } = await openCatalog([at("eggs"), at("Other Meals")]);
    expect(only?.name).toBe("eggs-other-meals");
    await expect(openCatalog([at("eggs"), folder])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(openCatalog(folder, "meals")).rejects.toMatchObject({ code: "BAD_ARGUMENT" });
  });

  test("are searched by the commands search and run", async () => {
    const type = createCommandRunner(new NodeFiles(), [search, run]);
    const one = await type("search", at("whole"), "egg soup", "--json", "--explain");
    const two = await type(
      "search",
      at("eggs"),
      at("Other Meals"),
      "egg soup",
      "--json",
      "--explain",
    );
    expect(two).toEqual(one);
    expect(JSON.parse(two.out).hits).toHaveLength(2);
    await new NodeFiles().write(at("queries.tsv"), [new TextEncoder().encode("q1\tegg soup\n")]);
    const options = ["--queries", at("queries.tsv"), "--threads", "2", "--out"];
    await type("run", at("whole"), ...options, at("one.run"));
    await type("run", at("eggs"), at("Other Meals"), ...options, at("two.run"));
    const runs = await Promise.all(
      ["one.run", "two.run"].map((name) => new NodeFiles().read(at(name))),
    );
    expect(runs[1]).toEqual(runs[0]);
  });

  test("leave a query without quotes a usage error", async () => {
    const type = createCommandRunner(new NodeFiles(), [search]);
    const { code, note } = await type("search", at("whole"), "egg", "soup");
    expect(code).toBe(2);
    expect(note).toContain(
      '"egg" is not the folder of an index; a query of several words needs quotes',
    );
  });
});
