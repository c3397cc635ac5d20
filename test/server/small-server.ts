/** A server over its own folder, with one small index whose scores can be computed by hand. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, type AppOptions, createApp } from "../../apps/server/app.ts";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { LIMITS } from "../../apps/server/limits.ts";
import { createIndex, type SearchDocument } from "../../src/search/index.ts";

/** Three documents of two or four words. */
export const DOCUMENTS: readonly SearchDocument[] = [
  { id: "eggs", title: "Boiled eggs", text: "eggs boiled", price: 3 },
  { id: "soup", title: "Egg soup", text: "soup with egg", price: 5 },
  { id: "bread", title: "Bread", text: "flour water", price: 2 },
];

export interface SmallServer {
  readonly app: App;
  readonly folder: string;
  /** The lines of the log. */
  readonly log: string[];
  close(): Promise<void>;
}

/** Opens the server. Close it when done. */
export async function openSmallServer(options: Partial<AppOptions> = {}): Promise<SmallServer> {
  const folder = await mkdtemp(join(tmpdir(), "termwise-server-"));
  const index = await createIndex(join(folder, "recipes"), { positions: true });
  await index.add(DOCUMENTS);
  await index.close();
  const log: string[] = [];
  const engine = new LocalEngine({ root: folder }, { ...LIMITS, ...options.limits });
  const app = createApp({ engine, log: (line) => log.push(line), ...options });
  return {
    app,
    folder,
    log,
    close: async () => {
      app.jobs.close();
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A request with a JSON body. */
export function createJsonRequest(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit {
  return {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}

/** The status and the JSON of a response. */
export async function readResponse(
  response: Response | Promise<Response>,
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared with what is expected
): Promise<{ status: number; body: any }> {
  const answer = await response;
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
}
