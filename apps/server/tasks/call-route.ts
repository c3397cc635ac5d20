/**
 * Runs a route on an engine thread: long bodies are parsed and checked, and long
 * responses written, off the socket thread.
 */

import type { KeyLimits } from "../access/api-keys.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import type { SearchRecorder } from "../behavior/behavior-log.ts";
import { parseBody } from "../handle-route.ts";
import type { RouteRequest, ServerContext } from "../route.ts";
import { readAll } from "./read-blocks.ts";
import type { SearchRecording } from "./recorded-search.ts";
import { restrictInput } from "./restrict-input.ts";
import type { RunTask, TaskContext } from "./tasks.ts";

/** The route, and the validated parameters of the address. */
export interface RouteCall {
  readonly method: string;
  readonly path: string;
  readonly params: unknown;
  readonly query: unknown;
  /** Nesting that the body may have. */
  readonly depth: number;
  /** Size of the body. */
  readonly bodyBytes?: number;
  /** What the key of the request is restricted to. */
  readonly keyLimits?: KeyLimits;
  /** Of a search that is recorded. */
  readonly recording?: SearchRecording | undefined;
}

/** The text of the route's response. */
export async function callRoute(
  { method, path, params, query, depth, keyLimits = {}, recording }: RouteCall,
  context: TaskContext,
): Promise<string> {
  const route = ALL_ROUTES.find((each) => each.method === method && each.path === path);
  if (route === undefined) throw new Error(`${method} ${path} is not a route`);
  const body =
    route.body === undefined ? {} : parseBody(route, await readAll(context.blocks), depth);
  const request = { params, query, body } as unknown as RouteRequest<never, never, never>;
  const ask: RunTask = (name, input) => context.ask(name, restrictInput(name, input, keyLimits));
  // Such a route uses the engine alone.
  const recorder: SearchRecorder = {
    openRecording: () => recording,
    addSearch: (_, recorded) => recorded, // the socket thread has the log
  };
  const server = {
    engine: { read: ask, write: ask },
    ...(recording === undefined ? {} : { behavior: recorder }),
  } as unknown as ServerContext;
  const { body: text } = await route.handle(request, server);
  if (typeof text !== "string") throw new Error(`${method} ${path} does not answer with text`);
  return text;
}
