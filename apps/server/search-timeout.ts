/** Every search of the server has a time limit: its own, or the server's. */

import type { SearchRequest } from "../../src/client/index.ts";
import { LIMITS } from "./limits.ts";

/** The request with a time limit. */
export function applySearchTimeout(request: SearchRequest): SearchRequest {
  return { timeout: LIMITS.timeout, ...request };
}
