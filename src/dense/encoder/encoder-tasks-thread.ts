/** What the worker of an encoder runs. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./encoder-tasks.ts";

serveTasks(tasks);
