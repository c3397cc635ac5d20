/** The entry point of a worker thread that parses batches of documents. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./batch-worker.ts";

serveTasks(tasks);
