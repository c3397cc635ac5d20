/** What the worker of an index runs. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./index-tasks.ts";

serveTasks(tasks);
