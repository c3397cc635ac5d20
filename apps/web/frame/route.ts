/**
 * The route of the page: `#/<index>/<view>?<parameters>`, in the fragment of the URL, which the
 * server never sees. Links can be bookmarked, and the back button works.
 */

import { useEffect, useState } from "preact/hooks";

/** An index, a view, and the parameters of the view. */
export interface Route {
  readonly index: string;
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Parses an address. Missing parts are empty. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [index = "", view = ""] = path.split("/");
  const params = Object.fromEntries(new URLSearchParams(search));
  return { index: decodePart(index), view: decodePart(view), params };
}

/** The address of a route, for links. Parameters without a value are omitted. */
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

/** Navigates to an address. With `replace`, the current entry of the history is replaced. */
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

/** The current route, updated when it changes. */
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
