/** Every example request of docs/server.md, sent in order to a new server. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";

const page = await readFile(join(import.meta.dirname, "../../docs/server.md"), "utf8");
const EXAMPLE = /```http\n([A-Z]+) (\S+)\n(.*?)```\n\n```(json|text) (\d+)\n(.*?)```/gs;
const examples = [...page.matchAll(EXAMPLE)].map(
  ([, method = "", path = "", rest = "", kind, status, answer = ""]) => {
    const [head = "", ...body] = rest.split("\n\n");
    const headers = Object.fromEntries(
      head
        .split("\n")
        .filter((line) => line.includes(": "))
        .map((line) => line.split(": ", 2) as [string, string]),
    );
    return { method, path, headers, body: body.join("\n\n"), kind, status: Number(status), answer };
  },
);

const root = await mkdtemp(join(tmpdir(), "termwise-docs-"));
const engine = new LocalEngine({ root });
const app = createApp({ engine });

afterAll(async () => {
  app.jobs.close();
  await engine.close();
  await rm(root, { recursive: true });
});

describe("docs/server.md", () => {
  test("has a response for every example request", () => {
    expect(examples.length).toBeGreaterThanOrEqual(15);
    expect(examples).toHaveLength([...page.matchAll(/^```http$/gm)].length);
  });

  test.each(examples)(
    "$method $path",
    async ({ method, path, headers, body, kind, status, answer }) => {
      const init = { method, headers, ...(body === "" ? {} : { body }) };
      const response = await app.request(path, init);
      const text = await response.text();
      expect(response.status, text).toBe(status);
      if (kind === "text") expect(text).toBe(answer);
      else expect(JSON.parse(text)).toMatchObject(JSON.parse(answer) as object);
    },
  );
});
