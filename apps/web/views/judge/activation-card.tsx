/** The active system: activate weights or a model with one click, roll back with one click. */

import type { VNode } from "preact";
import {
  type ActivationHistory,
  formatSystemName,
  type System,
  type SystemActivation,
} from "../../../../src/client/index.ts";
import { Problem } from "../../parts/notes.tsx";
import type { RankingChoices } from "../../parts/use-ranking-choices.ts";

interface ActivationCardProps {
  readonly activations: ActivationHistory | undefined;
  readonly offers: RankingChoices;
  readonly error: string | undefined;
  readonly onActivate: (system: System) => void;
  readonly onRollBack: () => void;
}

/** The active system, its history, and what else can be activated. */
export function ActivationCard(props: ActivationCardProps): VNode {
  const { activations, offers, error, onActivate, onRollBack } = props;
  const current = activations?.current;
  const offered: readonly System[] = [
    ...offers.weights.map(({ id }) => ({ weights: id })),
    ...offers.models.map(({ name }) => ({ rerank: name })),
  ];
  return (
    <section class="card" aria-labelledby="activate">
      <div class="card-head">
        <h2 id="activate">3. Activate</h2>
        {current !== undefined && (
          <span class="pill accent" role="status">
            active: {formatActivation(current)}
          </span>
        )}
      </div>
      {error !== undefined && <Problem text={error} />}
      <div class="row middle">
        {offered.map((system) => {
          const name = formatSystemName(system);
          return (
            <button type="button" class="button" key={name} onClick={() => onActivate(system)}>
              Activate {name}
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
      {activations !== undefined && activations.history.length > 1 && (
        <ol class="history" aria-label="History">
          {activations.history.map((each) => (
            <li key={each.version} class="small soft">
              version {each.version}: {formatActivation(each)}
              {each.at !== "" && `, ${new Date(each.at).toLocaleString("en-GB")}`}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function formatActivation({ version, system }: SystemActivation): string {
  return version === 0 || Object.keys(system).length === 0 ? "as made" : formatSystemName(system);
}
