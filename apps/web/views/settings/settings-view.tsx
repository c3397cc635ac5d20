/** The settings of an index as JSON: options of its searches, changed in place. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { SettingsChange } from "../../../../src/client/index.ts";
import type { ViewProps } from "../../frame/view-props.ts";
import { Loading, Problem } from "../../parts/notes.tsx";
import { useFetch } from "../../parts/use-fetch.ts";
import { client, formatError } from "../../server/client.ts";
import { createChange } from "./settings-change.ts";

/** The settings, with a button that saves them. */
export function SettingsView({ index }: ViewProps): VNode {
  const {
    data: saved,
    error,
    again,
  } = useFetch(`settings ${index}`, (signal) => client.index(index).settings({ signal }));
  const [text, setText] = useState("");
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (saved !== undefined) setText(JSON.stringify(saved, null, 2));
  }, [saved]);

  const save = async (): Promise<void> => {
    setMessage(undefined);
    setProblem(undefined);
    try {
      const change = createChange(saved ?? {}, text);
      await client.index(index).updateSettings(change as SettingsChange);
      setMessage("Saved. Searches follow the settings from now on.");
      again();
    } catch (failure) {
      setProblem(formatError(failure));
    }
  };

  if (error !== undefined) return <Problem text={error} />;
  if (saved === undefined) return <Loading what="the settings" />;
  return (
    <section class="card" aria-labelledby="settings">
      <h1 id="settings">Settings of {index}</h1>
      <p class="soft">
        Options of a search that are stored with the index: <code>ranker</code>, <code>fields</code>
        , <code>exactFields</code>, <code>boost</code>, <code>rules</code>, <code>prefix</code>,{" "}
        <code>fuzzy</code>, <code>synonyms</code>, <code>stopWords</code>, <code>syntax</code>,{" "}
        <code>vectorFallback</code>, <code>facets</code>. They apply to every search that does not
        set them itself.
      </p>
      <label class="only-heard" for="settings-json">
        Settings as JSON
      </label>
      <textarea
        id="settings-json"
        class="input code"
        rows={14}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {problem !== undefined && <Problem text={problem} />}
      <div class="row middle">
        <button type="button" class="button" onClick={() => void save()}>
          Save
        </button>
        {message !== undefined && (
          <span class="soft" role="status">
            {message}
          </span>
        )}
      </div>
    </section>
  );
}
