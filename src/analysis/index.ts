/** Numbers to understanding: tables; axioms, studies and plots will stand here. */

export * from "./table.ts";
