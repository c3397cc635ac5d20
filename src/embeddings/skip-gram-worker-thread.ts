/** The entry point of a thread that trains vectors. */

import { serveTasks } from "../common/threads/index.ts";
import * as tasks from "./skip-gram-worker.ts";

serveTasks(tasks);
