/** Import and export of judgements: TREC qrels, and the texts of the queries as TSV. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { formatCount } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { client, formatError } from "../../server/client.ts";

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
  const showError = (problem: unknown): void => setError(formatError(problem));

  const bring = async (): Promise<void> => {
    if (qrels === undefined) return;
    const texts = queries === undefined ? {} : { queries: await queries.text() };
    const input = { qrels: await qrels.text(), ...texts };
    const counts = await client.call("importTrec", { params: { name: index }, input });
    const all = formatCount(counts.judgements, "judgement");
    setNotice(`There are now ${all} of ${formatCount(counts.queries, "query", "queries")}.`);
    onImported();
  };
  const save = async (from: "exportTrec" | "exportQueries", name: string): Promise<void> => {
    const text = await client.call(from, { params: { name: index } });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
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
            onClick={() => void save("exportTrec", `${index}.qrels`).catch(showError)}
          >
            Export judgements
          </button>
          <button
            type="button"
            class="button"
            onClick={() => void save("exportQueries", `${index}.queries.tsv`).catch(showError)}
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
