/** The file that the threads of the worker-pool tests run. */

import { serveTasks } from "../../dist/src/common/index.js";
import * as tasks from "./worker-tasks.mjs";

serveTasks(tasks);
