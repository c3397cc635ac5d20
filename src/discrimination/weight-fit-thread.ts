/** What a thread that fits weights runs. */

import { serveTasks } from "../common/threads/index.ts";
import * as tasks from "./weight-fit.ts";

serveTasks(tasks);
