/** What searches use: publish weights or a model with one click, go back with one click. */

import type { VNode } from "preact";
import type { Publication, PublicationHistory, System } from "../../../../src/client/api-types.ts";
import { formatSystemName } from "../../../../src/client/system-name.ts";
import { Problem } from "../../parts/notes.tsx";
import type { RankingChoices } from "../../parts/use-ranking-choices.ts";

interface PublishingProps {
  readonly publications: PublicationHistory | undefined;
  readonly offers: RankingChoices;
  readonly error: string | undefined;
  readonly onPublish: (system: System) => void;
  readonly onRollBack: () => void;
}

/** The published system, its history, and what else can be published. */
export function Publishing(props: PublishingProps): VNode {
  const { publications, offers, error, onPublish, onRollBack } = props;
  const current = publications?.current;
  const offered: readonly System[] = [
    ...offers.weights.map(({ id }) => ({ weights: id })),
    ...offers.models.map(({ name }) => ({ rerank: name })),
  ];
  return (
    <section class="card" aria-labelledby="publish">
      <div class="card-head">
        <h2 id="publish">3. Publish</h2>
        {current !== undefined && (
          <span class="pill accent" role="status">
            published: {formatPublication(current)}
          </span>
        )}
      </div>
      {error !== undefined && <Problem text={error} />}
      <div class="row middle">
        {offered.map((system) => {
          const name = formatSystemName(system);
          return (
            <button type="button" class="button" key={name} onClick={() => onPublish(system)}>
              Publish {name}
            </button>
          );
        })}
        <button
          type="button"
          class="button"
          disabled={current === undefined || current.version === 0}
          onClick={onRollBack}
        >
          Roll back
        </button>
      </div>
      {offered.length === 0 && (
        <p class="soft">Nothing has been learned yet. Searches use what the index was made for.</p>
      )}
      {publications !== undefined && publications.history.length > 1 && (
        <ol class="history" aria-label="History">
          {publications.history.map((each) => (
            <li key={each.version} class="small soft">
              version {each.version}: {formatPublication(each)}
              {each.at !== "" && `, ${new Date(each.at).toLocaleString("en-GB")}`}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function formatPublication({ version, system }: Publication): string {
  return version === 0 || Object.keys(system).length === 0 ? "as made" : formatSystemName(system);
}
