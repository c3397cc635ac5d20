/** What a thread of a transformer runs. */

import { serveTasks } from "../../../common/threads/index.ts";
import * as tasks from "./transformer-tasks.ts";

serveTasks(tasks);
