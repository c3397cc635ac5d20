/** The change that turns the saved settings into those that a person has written. */

/** Settings by name, with null for those that are gone. A sentence for text that is not an object. */
export function createChange(saved: object, text: string): Record<string, unknown> {
  const written = parseSettings(text);
  const removed = Object.keys(saved).filter((name) => !(name in written));
  return { ...written, ...Object.fromEntries(removed.map((name) => [name, null])) };
}

function parseSettings(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new Error("Settings are an object of names and values.");
}
