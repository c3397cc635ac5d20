/** Keeps the active ranking under a name, and lists the snapshots that are kept. */

import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { RankingSnapshotSummary } from "../../../../src/api/snapshots.ts";
import { formatSystemName } from "../../../../src/client/index.ts";
import { JobProgress } from "../../jobs/job-progress.tsx";
import { useJob } from "../../jobs/use-job.ts";
import { formatCount } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { client, formatError } from "../../server/client.ts";

const NAME = "[a-z0-9][a-z0-9_\\-]{0,63}";

interface SnapshotsProps {
  readonly index: string;
  readonly snapshots: readonly RankingSnapshotSummary[];
  readonly hasQueries: boolean;
  /** After one was kept or deleted. */
  readonly onChange: () => void;
}

/** A card with a form and a list. */
export function Snapshots({ index, snapshots, hasQueries, onChange }: SnapshotsProps): VNode {
  const id = useId();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const { job, error, isRunning, start, cancel } = useJob(index, () => {
    setName("");
    onChange();
  });
  const remove = (snapshot: string): void => {
    setProblem(undefined);
    client
      .index(index)
      .deleteSnapshot(snapshot)
      .then(onChange, (reason: unknown) => setProblem(formatError(reason)));
  };
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Snapshots</h2>
      <p class="soft small">
        What all judged queries find now, with the settings and rules of the index, kept to compare
        a later ranking with: choose the snapshot above as a ranking.
      </p>
      <form
        class="row middle"
        onSubmit={(event) => {
          event.preventDefault();
          start({ kind: "snapshot", name });
        }}
      >
        <label for={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          class="input"
          value={name}
          required
          pattern={NAME}
          title="Small letters, digits, _ and -"
          spellcheck={false}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={isRunning || !hasQueries}>
          Keep this ranking
        </button>
      </form>
      {isRunning && job !== undefined && <JobProgress job={job} onCancel={cancel} />}
      {error !== undefined && <Problem text={error} />}
      {problem !== undefined && <Problem text={problem} />}
      {snapshots.length > 0 && (
        <ul>
          {snapshots.map(({ name: snapshot, at, queries, system }) => (
            <li key={snapshot} class="row middle">
              <span>
                <b>{snapshot}</b>{" "}
                <span class="soft small">
                  {new Date(at).toLocaleString()}, {formatSystemName(system)},{" "}
                  {formatCount(queries, "query", "queries")}
                </span>
              </span>
              <button
                type="button"
                class="button compact push"
                aria-label={`Delete the snapshot ${snapshot}`}
                onClick={() => remove(snapshot)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
