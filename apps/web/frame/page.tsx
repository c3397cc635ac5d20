/** The frame of all views: the choice of index, view and theme. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { IndexSummary } from "../../../src/client/index.ts";
import { Loading, Problem } from "../parts/notes.tsx";
import { useFetch } from "../parts/use-fetch.ts";
import { client } from "../server/client.ts";
import { CompareView } from "../views/compare/compare-view.tsx";
import { EvaluateView } from "../views/evaluate/evaluate-view.tsx";
import { JudgeView } from "../views/judge/judge-view.tsx";
import { SearchView } from "../views/search/search-view.tsx";
import { SettingsView } from "../views/settings/settings-view.tsx";
import { WhyView } from "../views/why/why-view.tsx";
import { WordsView } from "../views/words/words-view.tsx";
import { Brand } from "./brand.tsx";
import { KeyForm } from "./key-form.tsx";
import { lazyView } from "./lazy-view.tsx";
import { createHref, navigate, useRoute } from "./route.ts";
import { useTheme } from "./theme.ts";
import type { ViewProps } from "./view-props.ts";

interface View {
  readonly name: string;
  readonly title: string;
  readonly show: (props: ViewProps) => VNode;
}

const BehaviorView = lazyView(
  async () => (await import("../views/behavior/behavior-view.tsx")).BehaviorView,
);

const SEARCH: View = { name: "search", title: "Search", show: SearchView };

const VIEWS: readonly View[] = [
  SEARCH,
  { name: "compare", title: "Compare", show: CompareView },
  { name: "why", title: "Why", show: WhyView },
  { name: "words", title: "Words", show: WordsView },
  { name: "judge", title: "Judge and learn", show: JudgeView },
  { name: "evaluate", title: "Evaluate", show: EvaluateView },
  { name: "behavior", title: "Behavior", show: BehaviorView },
  { name: "settings", title: "Settings", show: SettingsView },
];

/** The whole page. */
export function Page(): VNode {
  const route = useRoute();
  const [theme, toggleTheme] = useTheme();
  const [keyTurn, setKeyTurn] = useState(0);
  const { data, error, isLoading } = useFetch(`indexes ${keyTurn}`, (signal) =>
    client.indexes({ signal }),
  );
  const indexes = data?.indexes ?? [];
  const index = indexes.find(({ name }) => name === route.index)?.name ?? indexes[0]?.name;
  const view = VIEWS.find(({ name }) => name === route.view) ?? SEARCH;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.querySelector('.views [aria-current="page"]')?.scrollIntoView({ inline: "center" });
    document.title = `${view.title}${index === undefined ? "" : ` · ${index}`} · Termwise`;
  }, [view, index]);

  return (
    <>
      <header class="bar">
        <button type="button" class="skip" onClick={() => main.current?.focus()}>
          Skip to the content
        </button>
        <div class="bar-inside">
          <Brand href={createHref(index ?? "", "search")} />
          <nav class="views" aria-label="Views">
            {VIEWS.map(({ name, title }) => (
              <a
                key={name}
                href={createHref(index ?? "", name, pickSharedParams(route.params, name))}
                aria-current={name === view.name ? "page" : undefined}
              >
                {title}
              </a>
            ))}
          </nav>
          <div class="bar-tools">
            <IndexPicker indexes={indexes} index={index} view={view.name} />
            <button
              type="button"
              class="button quiet"
              onClick={toggleTheme}
              aria-label={`Use the ${theme === "dark" ? "light" : "dark"} theme`}
            >
              <span aria-hidden="true">{theme === "dark" ? "☀" : "☾"}</span>
            </button>
          </div>
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        {error?.toLowerCase().includes("key") ? (
          <KeyForm problem={error} onSaved={() => setKeyTurn((turn) => turn + 1)} />
        ) : error !== undefined ? (
          <Problem text={error} />
        ) : index !== undefined ? (
          <view.show key={`${index} ${view.name}`} index={index} params={route.params} />
        ) : isLoading ? (
          <Loading what="the indexes" />
        ) : (
          <p class="empty">
            There is no index yet. Create one from your documents with <code>termwise index</code>.
          </p>
        )}
      </main>
    </>
  );
}

/** The query carries over from view to view; other parameters belong to one view. */
function pickSharedParams(
  params: Readonly<Record<string, string>>,
  view: string,
): Readonly<Record<string, string | undefined>> {
  if (view === "words" || view === "evaluate" || view === "behavior") return {};
  return view === "why" ? { q: params.q, id: params.id, other: params.other } : { q: params.q };
}

interface IndexPickerProps {
  readonly indexes: readonly IndexSummary[];
  readonly index: string | undefined;
  readonly view: string;
}

function IndexPicker({ indexes, index, view }: IndexPickerProps): VNode {
  return (
    <select
      class="select"
      aria-label="Index"
      value={index}
      onChange={(event) => navigate(createHref(event.currentTarget.value, view))}
    >
      {indexes.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
