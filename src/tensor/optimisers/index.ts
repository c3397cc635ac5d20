/** Optimisers: gradient descent, Adam, AdamW and L-BFGS, with schedules of the learning rate. */

export * from "./array-adam.ts";
export * from "./gradient-clipping.ts";
export * from "./lbfgs.ts";
export * from "./optimiser.ts";
export * from "./schedule.ts";
