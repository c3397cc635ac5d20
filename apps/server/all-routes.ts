/** All routes of a server: its own, and those for clients of other engines. */

import { COMPAT_ROUTES } from "./compat/index.ts";
import type { AnyRoute } from "./route.ts";
import { ROUTES } from "./routes/index.ts";

/** Every route, in the order in which they are tried. */
export const ALL_ROUTES: readonly AnyRoute[] = [...ROUTES, ...COMPAT_ROUTES];
