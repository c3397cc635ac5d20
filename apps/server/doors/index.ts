/** Routes that speak as other engines do, for their clients. */

import type { AnyRoute } from "../route.ts";

/** The routes for clients of other engines. */
export const DOORS: readonly AnyRoute[] = [];
