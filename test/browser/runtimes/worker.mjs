/** The same as a handler of requests, for a runtime without files and threads. */

import { inMemory } from "./everywhere.mjs";

export default { fetch: async () => Response.json(await inMemory()) };
