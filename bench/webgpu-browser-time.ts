/** Processor time of the processes that this one started, and of those that they started. */

import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of one tick of the kernel's counters. */
const TICK_MS = 10;

/** Milliseconds of all living descendants so far. Linux only. */
export function readProcessorTime(): number {
  const processes = new Map<number, { readonly parent: number; readonly ms: number }>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      // The name of the program, in brackets, may hold spaces.
      const [, rest = ""] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) (?=[A-Z] )/);
      const fields = rest.split(" ").map(Number);
      const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
      processes.set(Number(name), { parent, ms: TICK_MS * (user + system) });
    } catch {
      // It has ended meanwhile.
    }
  }
  const isDescendant = (id: number): boolean => {
    const parent = processes.get(id)?.parent ?? 0;
    return parent === process.pid || (parent > 1 && isDescendant(parent));
  };
  return [...processes].reduce((sum, [id, { ms }]) => sum + (isDescendant(id) ? ms : 0), 0);
}
