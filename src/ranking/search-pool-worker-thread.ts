/** The entry point of a search thread. */

import { serveTasks } from "../common/threads/index.ts";
import * as tasks from "./search-pool-worker.ts";

serveTasks(tasks);
