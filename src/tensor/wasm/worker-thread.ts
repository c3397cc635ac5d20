/** What a thread of the wasm backend runs. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./worker.ts";

serveTasks(tasks);
