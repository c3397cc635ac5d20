/** The entry file of a thread that fits weights. */

import { serveTasks } from "../common/threads/index.ts";
import * as tasks from "./weight-fit.ts";

serveTasks(tasks);
