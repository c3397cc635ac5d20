/** Picks a ranking: a classical ranker with its options, learned weights, a re-ranking model. */

import type { VNode } from "preact";
import { useId } from "preact/hooks";
import {
  DENSE_RANKERS,
  formatRanker,
  type OfferedRanker,
  parseRankerName,
  RANKERS,
} from "../server/rankers.ts";
import type { RankingChoice } from "../server/systems.ts";
import type { RankingChoices } from "./use-ranking-choices.ts";

interface SystemPickerProps {
  /** The purpose of the picker, such as `System A`. */
  readonly title: string;
  readonly system: RankingChoice;
  readonly offers: RankingChoices;
  readonly onChange: (system: RankingChoice) => void;
  /** Offer snapshots too. Default false. */
  readonly withSnapshots?: boolean;
}

const [ACTIVE, CUSTOM] = ["active", "custom"];

/** A fieldset with one select for the first stage, one for the model, and sliders for options. */
export function SystemPicker({
  title,
  system,
  offers,
  onChange,
  withSnapshots = false,
}: SystemPickerProps): VNode {
  const { ranker, weights, rerank, snapshot } = system;
  const id = useId();
  const parsedRanker = ranker === undefined ? undefined : parseRankerName(ranker);
  const chosen =
    snapshot !== undefined
      ? `snapshot ${snapshot}`
      : weights !== undefined
        ? `weights ${weights}`
        : ranker === undefined
          ? ACTIVE
          : (parsedRanker?.ranker.name ?? CUSTOM);
  const choose = (value: string): void => {
    const top = rerank === undefined ? {} : { rerank };
    if (value === ACTIVE) onChange({});
    else if (value.startsWith("snapshot ")) onChange({ snapshot: value.slice(9) });
    else if (value.startsWith("weights ")) onChange({ weights: value.slice(8), ...top });
    else if (value === CUSTOM) onChange({ ranker: "bm25(idf=plain)", ...top });
    else onChange({ ranker: value, ...top });
  };
  return (
    <fieldset class="picker">
      <legend>{title}</legend>
      <div class="field">
        <label for={`${id}-first`}>Ranker</label>
        <select
          id={`${id}-first`}
          class="select"
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value={ACTIVE}>Active</option>
          {(offers.canEncodeQueries ? [...RANKERS, ...DENSE_RANKERS] : RANKERS).map(
            ({ name, title: rankerTitle }) => (
              <option key={name} value={name}>
                {rankerTitle}
              </option>
            ),
          )}
          {offers.weights.map(({ id: name, ranker: base }) => (
            <option key={name} value={`weights ${name}`}>
              Learned weights {name} ({base.split("(")[0]})
            </option>
          ))}
          {withSnapshots &&
            offers.snapshots.map(({ name, at }) => (
              <option key={name} value={`snapshot ${name}`}>
                Snapshot {name} ({at.slice(0, 10)})
              </option>
            ))}
          <option value={CUSTOM}>Custom ranker …</option>
        </select>
      </div>
      {chosen === CUSTOM && (
        <div class="field">
          <label for={`${id}-typed`}>Ranker name</label>
          <input
            id={`${id}-typed`}
            class="input"
            value={ranker}
            spellcheck={false}
            onChange={(event) => onChange({ ...system, ranker: event.currentTarget.value })}
          />
        </div>
      )}
      {offers.models.length > 0 && chosen !== ACTIVE && snapshot === undefined && (
        <div class="field">
          <label for={`${id}-model`}>Re-rank with</label>
          <select
            id={`${id}-model`}
            class="select"
            value={rerank ?? ""}
            onChange={(event) => {
              const { rerank: _, depth: __, ...first } = system;
              const { value } = event.currentTarget;
              onChange(value === "" ? first : { ...first, rerank: value });
            }}
          >
            <option value="">Nothing</option>
            {offers.models.map(({ name, kind }) => (
              <option key={name} value={name}>
                {name === kind ? name : `${name} (${kind})`}
              </option>
            ))}
          </select>
        </div>
      )}
      {parsedRanker !== undefined && weights === undefined && (
        <Sliders {...parsedRanker} onChange={(name) => onChange({ ...system, ranker: name })} />
      )}
    </fieldset>
  );
}

interface SlidersProps {
  readonly ranker: OfferedRanker;
  readonly values: Readonly<Record<string, number>>;
  readonly onChange: (name: string) => void;
}

function Sliders({ ranker, values, onChange }: SlidersProps): VNode {
  const id = useId();
  return (
    <>
      {ranker.options.map(({ name, from, to, step, description }) => (
        <div class="field" key={name}>
          <label for={`${id}-${name}`}>
            <code>{name}</code> {description} <b class="number">{values[name]}</b>
          </label>
          <input
            id={`${id}-${name}`}
            type="range"
            min={from}
            max={to}
            step={step}
            value={values[name]}
            onInput={(event) =>
              onChange(
                formatRanker(ranker, { ...values, [name]: Number(event.currentTarget.value) }),
              )
            }
          />
        </div>
      ))}
    </>
  );
}
