/** Time that a machine with other work says something about. */

/**
 * Milliseconds that `work` took, or those of the processor if they are fewer:
 * while others have the processor, the clock runs on and the work does not.
 */
export async function measureBusyMs(work: () => Promise<unknown>): Promise<number> {
  const [began, usage] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(usage);
  return Math.min(performance.now() - began, (user + system) / 1000);
}
