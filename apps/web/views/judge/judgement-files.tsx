/** Import and export of judgements: TREC qrels, and the texts of the queries as TSV. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { JudgementCounts } from "../../../../src/client/api-types.ts";
import { formatCount } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { fetchJson, fetchResponse, formatError } from "../../server/fetch-json.ts";

interface JudgementFilesProps {
  readonly index: string;
  readonly onImported: () => void;
}

/** A form for two files, and two export buttons. */
export function JudgementFiles({ index, onImported }: JudgementFilesProps): VNode {
  const [qrels, setQrels] = useState<File>();
  const [queries, setQueries] = useState<File>();
  const [notice, setNotice] = useState<string>();
  const [error, setError] = useState<string>();
  const path = `indexes/${encodeURIComponent(index)}/judgements`;
  const showError = (problem: unknown): void => setError(formatError(problem));

  const bring = async (): Promise<void> => {
    if (qrels === undefined) return;
    const texts = queries === undefined ? {} : { queries: await queries.text() };
    const body = { qrels: await qrels.text(), ...texts };
    const counts = await fetchJson<JudgementCounts>(`${path}/trec`, { body });
    const all = formatCount(counts.judgements, "judgement");
    setNotice(`There are now ${all} of ${formatCount(counts.queries, "query", "queries")}.`);
    onImported();
  };
  const save = async (from: string, name: string): Promise<void> => {
    const text = await (await fetchResponse(`${path}/${from}`)).blob();
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
          setNotice(undefined);
          bring().catch(showError);
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
            onClick={() => void save("trec", `${index}.qrels`).catch(showError)}
          >
            Export judgements
          </button>
          <button
            type="button"
            class="button"
            onClick={() => void save("queries", `${index}.queries.tsv`).catch(showError)}
          >
            Export queries
          </button>
        </div>
        {notice !== undefined && (
          <p class="note good" role="status">
            {notice}
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
