/** The entry file of a transformer thread. */

import { serveTasks } from "../../../common/threads/index.ts";
import * as tasks from "./transformer-tasks.ts";

serveTasks(tasks);
