/**
 * A route on a thread that works on indexes: long bodies are parsed and checked
 * here, and long answers made, so that the thread of the sockets does not.
 */

import { ALL_ROUTES } from "../all-routes.ts";
import { parseBody } from "../handle-route.ts";
import type { RouteRequest, ServerContext } from "../route.ts";
import { readAll } from "./read-blocks.ts";
import type { TaskContext } from "./tasks.ts";

/** Which route, with what the address said. It has been checked. */
export interface RouteCall {
  readonly method: string;
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  /** Nesting that the body may have. */
  readonly depth: number;
  /** Size of the body. */
  readonly bodyBytes?: number;
}

/** The text that the route answers. */
export async function callRoute(
  { method, path, params, query, depth }: RouteCall,
  context: TaskContext,
): Promise<string> {
  const route = ALL_ROUTES.find((each) => each.method === method && each.path === path);
  if (route === undefined) throw new Error(`${method} ${path} is not a route`);
  const body = parseBody(route, await readAll(context.blocks), depth);
  const request = { params, query, body } as unknown as RouteRequest<never, never, never>;
  const { ask } = context;
  // Such a route asks for nothing but work on indexes.
  const server = { engine: { read: ask, write: ask } } as unknown as ServerContext;
  const { body: text } = await route.handle(request, server);
  if (typeof text !== "string") throw new Error(`${method} ${path} does not answer with text`);
  return text;
}
