/** A view whose code is loaded when it is first shown. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading, Problem } from "../parts/notes.tsx";
import { formatError } from "../server/client.ts";
import type { ViewProps } from "./view-props.ts";

type ShowView = (props: ViewProps) => VNode;

/** The view that `load` imports. */
export function lazyView(load: () => Promise<ShowView>): ShowView {
  let loaded: ShowView | undefined;
  return (props) => {
    const [error, setError] = useState<string>();
    const [, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (view) => {
          loaded = view;
          setLoaded(true);
        },
        (problem: unknown) => setError(formatError(problem)),
      );
    }, []);
    if (error !== undefined) return <Problem text={error} />;
    if (loaded === undefined) return <Loading what="the view" />;
    const View = loaded;
    return <View {...props} />;
  };
}
