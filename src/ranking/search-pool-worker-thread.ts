/** What a search thread runs. */

import { serveTasks } from "../common/threads/index.ts";
import * as tasks from "./search-pool-worker.ts";

serveTasks(tasks);
