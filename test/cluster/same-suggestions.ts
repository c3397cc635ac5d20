/**
 * Suggestions that are not found within half a second are left out, also locally, so a busy machine is
 * given several tries to make them all.
 */

import { expect, vi } from "vitest";

/** Passes once both make the same suggestions. */
export async function expectSameSuggestions(
  published: () => unknown,
  local: () => unknown,
): Promise<void> {
  const compare = async (): Promise<void> => {
    const suggestions = await published();
    expect(suggestions).toEqual(await local());
  };
  await vi.waitFor(compare, { timeout: 60_000, interval: 100 });
}
