/** Judgements in and out: TREC qrels, and the texts of the queries as TSV. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { JudgementCounts } from "../../../../src/client/shapes.ts";
import { Problem } from "../../parts/notes.tsx";
import { counted } from "../../parts/numbers.ts";
import { ask, askRaw, sentenceOf } from "../../server/ask.ts";

interface JudgementFilesProps {
  readonly index: string;
  readonly onImported: () => void;
}

/** A form for two files, and buttons that save two. */
export function JudgementFiles({ index, onImported }: JudgementFilesProps): VNode {
  const [qrels, setQrels] = useState<File>();
  const [queries, setQueries] = useState<File>();
  const [said, setSaid] = useState<string>();
  const [error, setError] = useState<string>();
  const path = `indexes/${encodeURIComponent(index)}/judgements`;
  const failed = (problem: unknown): void => setError(sentenceOf(problem));

  const bring = async (): Promise<void> => {
    if (qrels === undefined) return;
    const texts = queries === undefined ? {} : { queries: await queries.text() };
    const body = { qrels: await qrels.text(), ...texts };
    const counts = await ask<JudgementCounts>(`${path}/trec`, { body });
    const all = counted(counts.judgements, "judgement");
    setSaid(`There are now ${all} of ${counted(counts.queries, "query", "queries")}.`);
    onImported();
  };
  const save = async (from: string, name: string): Promise<void> => {
    const text = await (await askRaw(`${path}/${from}`)).blob();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(text);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  return (
    <details class="options">
      <summary>Import and export TREC files</summary>
      <form
        class="files"
        onSubmit={(event) => {
          event.preventDefault();
          setError(undefined);
          setSaid(undefined);
          bring().catch(failed);
        }}
      >
        <div class="row">
          <FileField label="Judgements (qrels)" id="qrels" onChoose={setQrels} />
          <FileField label="Queries (id, tab, text)" id="queries" onChoose={setQueries} />
          <button class="button" type="submit" disabled={qrels === undefined}>
            Import
          </button>
        </div>
        <div class="row">
          <button
            type="button"
            class="button"
            onClick={() => void save("trec", `${index}.qrels`).catch(failed)}
          >
            Export judgements
          </button>
          <button
            type="button"
            class="button"
            onClick={() => void save("queries", `${index}.queries.tsv`).catch(failed)}
          >
            Export queries
          </button>
        </div>
        {said !== undefined && (
          <p class="note good" role="status">
            {said}
          </p>
        )}
        {error !== undefined && <Problem text={error} />}
      </form>
    </details>
  );
}

interface FileFieldProps {
  readonly label: string;
  readonly id: string;
  readonly onChoose: (file: File | undefined) => void;
}

function FileField({ label, id, onChoose }: FileFieldProps): VNode {
  return (
    <div class="field grow">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        class="input"
        onChange={(event) => onChoose(event.currentTarget.files?.[0])}
      />
    </div>
  );
}
