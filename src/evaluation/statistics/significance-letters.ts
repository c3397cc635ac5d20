/**
 * Letters beside the value of a system that show which baselines it beats.
 *
 * Baselines are grouped, and each group has a letter. A system gets a letter if it is significantly
 * better than all members of that group; it never gets the letter of its own group.
 */

/** Whether the first system is significantly better than the second. */
export type IsBetter = (system: string, baseline: string) => boolean;

/** The letters of each system, in the order of `groups`. */
export function assignSignificanceLetters(
  systems: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
  isBetter: IsBetter,
): Map<string, string> {
  const letters = systems.map((system) => {
    const beaten = Object.entries(groups).filter(
      ([, members]) =>
        members.length > 0 &&
        !members.includes(system) &&
        members.every((member) => isBetter(system, member)),
    );
    return [system, beaten.map(([letter]) => letter).join("")] as const;
  });
  return new Map(letters);
}
