/** The address of a call. */

/** Parameters of the path in their places, others after it. Lists and objects are written as JSON. */
export function formatAddress(
  path: string,
  params: Readonly<Record<string, string>>,
  values: object,
): string {
  const location = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const entries = Object.entries(values as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
  return entries.length === 0 ? location : `${location}?${new URLSearchParams(entries)}`;
}
