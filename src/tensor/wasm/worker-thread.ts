/** The entry point of a thread of the wasm backend. */

import { serveTasks } from "../../common/threads/index.ts";
import * as tasks from "./worker.ts";

serveTasks(tasks);
