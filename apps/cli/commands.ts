/** All commands, in the order that help lists them. */

import { collection } from "./collection.ts";
import type { Command } from "./command.ts";
import { compare } from "./compare.ts";
import { evaluate } from "./evaluate.ts";
import { welcome } from "./welcome.ts";

export const COMMANDS: readonly Command[] = [collection, evaluate, compare, welcome];
