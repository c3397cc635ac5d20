/** What a thread that trains vectors runs. */

import { serveTasks } from "../common/threads/index.ts";
import * as tasks from "./skip-gram-worker.ts";

serveTasks(tasks);
