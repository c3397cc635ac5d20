/** Asks for the API key of a remote server. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { storeKey } from "../server/fetch-json.ts";

interface KeyFormProps {
  /** The message of the server. */
  readonly problem: string;
  readonly onSaved: () => void;
}

/** A form for a key, which is stored until the tab is closed. */
export function KeyForm({ problem, onSaved }: KeyFormProps): VNode {
  const [key, setKey] = useState("");
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        storeKey(key);
        onSaved();
      }}
    >
      <h1>API key required</h1>
      <p class="soft">{problem}</p>
      <div class="row">
        <div class="field grow">
          <label for="key">API key</label>
          <input
            id="key"
            class="input"
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </div>
        <button class="button main" type="submit" disabled={key === ""}>
          Use this key
        </button>
      </div>
    </form>
  );
}
