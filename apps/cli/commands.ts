/** All commands, in the order that help lists them. */

import type { Command } from "./command.ts";
import { evaluate } from "./evaluate.ts";

export const COMMANDS: readonly Command[] = [evaluate];
