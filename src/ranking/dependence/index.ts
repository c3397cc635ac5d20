/** Term dependence: windows of query terms for experiments; rankers reach the rest by name. */

export { createDependenceWindows } from "./dependence-windows.ts";
