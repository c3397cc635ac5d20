/** Import and export of judgements: tables (CSV), TREC qrels, and the texts of the queries as TSV. */

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
  const bringTable = async (file: File): Promise<void> => {
    const { importTable } = await import("./judgement-table.ts");
    const { queries: judged, agreement } = await importTable(file.name, await file.text());
    const counts = await client.index(index).judge({ queries: judged });
    const all = formatCount(counts.judgements, "judgement");
    setNotice(
      `There are now ${all} of ${formatCount(counts.queries, "query", "queries")}. ${agreement}`,
    );
    onImported();
  };
  const saveTable = async (): Promise<void> => {
    const { exportTable } = await import("./judgement-table.ts");
    const { queries: judged } = await client.index(index).judgements();
    download(exportTable(judged), `${index}.judgements.csv`, "text/csv");
  };
  const save = async (from: "exportTrec" | "exportQueries", name: string): Promise<void> => {
    const text = await client.call(from, { params: { name: index } });
    download(text, name, "text/plain");
  };

  return (
    <details class="options">
      <summary>Import and export CSV and TREC files</summary>
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
          <FileField
            label="Table (CSV: query, document, grade; rater)"
            id="judgement-table"
            onChoose={(file) => {
              setError(undefined);
              setNotice(undefined);
              if (file !== undefined) bringTable(file).catch(showError);
            }}
          />
          <button type="button" class="button" onClick={() => void saveTable().catch(showError)}>
            Export as CSV
          </button>
        </div>
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

function download(text: string, name: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
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
