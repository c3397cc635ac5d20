/** The entry file of an encoder worker. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./encoder-tasks.ts";

serveTasks(tasks);
