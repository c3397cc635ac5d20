/**
 * Judging: the documents of a pool, one after the other, with keyboard shortcuts
 * (keyboard-shortcuts.ts). The server stores every grade at once.
 */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComparedDocument, CompareResponse } from "../../../../src/client/index.ts";
import { Passage, readTitle } from "../../parts/document-text.tsx";
import { formatCount } from "../../parts/format-numbers.ts";
import { Problem } from "../../parts/notes.tsx";
import { client, formatError } from "../../server/client.ts";
import { readJudgingKey } from "./keyboard-shortcuts.ts";
import { poolDocuments } from "./pool-documents.ts";

/** The names of the grades; above 0 is relevant. */
const GRADES: readonly string[] = ["Not relevant", "Related", "Relevant", "Perfect"];

interface JudgingProps {
  readonly index: string;
  readonly response: CompareResponse;
  /** Grades from before. */
  readonly savedGrades: Readonly<Record<string, number>>;
  readonly onSaved: () => void;
  /** Grows with each submitted query; the first document then gets the focus, so that keys grade it. */
  readonly submissions: number;
}

/** A list of documents with buttons for their grades. */
export function Judging(props: JudgingProps): VNode {
  const { index, response, savedGrades, onSaved, submissions } = props;
  const [newGrades, setNewGrades] = useState<Readonly<Record<string, number | null>>>({});
  const [error, setError] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const ids = poolDocuments(response);
  const findGrade = (id: string): number | undefined =>
    (id in newGrades ? newGrades[id] : savedGrades[id]) ?? undefined;
  const judged = ids.filter((id) => findGrade(id) !== undefined);
  const relevant = judged.filter((id) => (findGrade(id) ?? 0) > 0);

  const saveGrade = (id: string, grade: number | null): void => {
    const before = findGrade(id) ?? null;
    setNewGrades((grades) => ({ ...grades, [id]: grade }));
    setError(undefined);
    const queries = [{ text: response.query, relevant: { [id]: grade } }];
    client
      .index(index)
      .judge({ queries, mode: "merge" })
      .then(onSaved, (problem: unknown) => {
        setError(formatError(problem));
        setNewGrades((grades) => ({ ...grades, [id]: before }));
      });
  };
  const focus = (position: number): void => {
    list.current?.querySelectorAll<HTMLElement>(".candidate")[position]?.focus();
  };
  useEffect(() => {
    if (submissions > 0) focus(0);
  }, [submissions]);
  const press = (event: KeyboardEvent, id: string, position: number): void => {
    const action = readJudgingKey(event);
    if (action === undefined) return;
    if ("grade" in action) saveGrade(id, action.grade);
    if (action.move !== 0) focus(position + action.move);
    event.preventDefault();
  };

  return (
    <>
      <div class="row middle">
        <p role="status">
          <b>
            {judged.length} of {ids.length}
          </b>{" "}
          judged, {formatCount(relevant.length, "relevant document")}
        </p>
        <p class="soft small">
          <kbd>0</kbd> to <kbd>3</kbd> grade and move on, <kbd>↑</kbd> <kbd>↓</kbd> move,{" "}
          <kbd>⌫</kbd> undo
        </p>
      </div>
      {error !== undefined && <Problem text={error} />}
      <ol class="candidates" ref={list}>
        {ids.map((id, position) => (
          <li key={id}>
            <Candidate
              id={id}
              comparedDocument={response.documents[id]}
              grade={findGrade(id)}
              onGrade={(grade) => saveGrade(id, grade)}
              onKeyDown={(event) => press(event, id, position)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface CandidateProps {
  readonly id: string;
  readonly comparedDocument: ComparedDocument | undefined;
  readonly grade: number | undefined;
  readonly onGrade: (grade: number | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Candidate({ id, comparedDocument, grade, onGrade, onKeyDown }: CandidateProps): VNode {
  const title = readTitle(id, comparedDocument?.document);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have the focus.
    <div
      class={`candidate ${grade === undefined ? "" : grade > 0 ? "is-relevant" : "is-not"}`}
      role="group"
      aria-label={`${title}, ${grade === undefined ? "not judged" : GRADES[grade]}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys grade the document that has the focus.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="hit-body">
        <h3>{title}</h3>
        {comparedDocument?.snippet !== undefined && <Passage snippet={comparedDocument.snippet} />}
      </div>
      <div class="grades">
        {GRADES.map((name, value) => (
          <button
            type="button"
            key={name}
            class="pill"
            tabIndex={-1}
            aria-pressed={grade === value}
            onClick={() => onGrade(grade === value ? null : value)}
          >
            {value} {name}
          </button>
        ))}
      </div>
    </div>
  );
}
