/** What a thread that reads batches of documents runs. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./batch-worker.ts";

serveTasks(tasks);
