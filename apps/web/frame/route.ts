/**
 * Where the page is: `#/<index>/<view>?<parameters>`, in the part of the
 * address that the server never sees. A link can be kept, and the back button
 * goes back.
 */

import { useEffect, useState } from "preact/hooks";

/** An index, a view, and what the view was asked. */
export interface Route {
  readonly index: string;
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Reads an address. What is missing is empty. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [index = "", view = ""] = path.split("/");
  const params = Object.fromEntries(new URLSearchParams(search));
  return { index: decodePart(index), view: decodePart(view), params };
}

/** The address of a route, for links. Parameters without a value are left out. */
export function createHref(
  index: string,
  view: string,
  params: Readonly<Record<string, string | undefined>> = {},
): string {
  const nonEmpty = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const search = new URLSearchParams(nonEmpty).toString();
  const path = `#/${encodeURIComponent(index)}/${encodeURIComponent(view)}`;
  return search === "" ? path : `${path}?${search}`;
}

/** Goes to an address. With `replace`, the back button passes over where the page is now. */
export function navigate(
  href: string,
  { replace = false }: { readonly replace?: boolean } = {},
): void {
  if (location.hash === href) return;
  if (replace) {
    history.replaceState(null, "", href);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = href;
}

/** The route, anew whenever it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const update = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return route;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
