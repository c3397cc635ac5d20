/**
 * Judging by keyboard: documents of a pool, one after the other. 0 to 3 grades
 * the one in focus and goes on to the next; the arrows go without grading;
 * Backspace takes a grade back. Every grade is kept by the server at once.
 */

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type {
  CompareAnswer,
  ComparedDocument,
  JudgementCounts,
} from "../../../../src/client/shapes.ts";
import { Passage, titleOf } from "../../parts/document-text.tsx";
import { Problem } from "../../parts/notes.tsx";
import { counted } from "../../parts/numbers.ts";
import { ask, sentenceOf } from "../../server/ask.ts";
import { pooled } from "./pool.ts";

/** What each grade means; above 0 is relevant. */
const GRADES: readonly string[] = ["Not relevant", "Related", "Relevant", "Perfect"];

interface JudgingProps {
  readonly index: string;
  readonly answer: CompareAnswer;
  /** Grades that were given before. */
  readonly known: Readonly<Record<string, number>>;
  readonly onKept: () => void;
}

/** A list of documents with buttons for their grades. */
export function Judging({ index, answer, known, onKept }: JudgingProps): VNode {
  const [given, setGiven] = useState<Readonly<Record<string, number | null>>>({});
  const [error, setError] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const ids = pooled(answer);
  const gradeOf = (id: string): number | undefined =>
    (id in given ? given[id] : known[id]) ?? undefined;
  const judged = ids.filter((id) => gradeOf(id) !== undefined);
  const relevant = judged.filter((id) => (gradeOf(id) ?? 0) > 0);

  const keep = (id: string, grade: number | null): void => {
    const before = gradeOf(id) ?? null;
    setGiven((grades) => ({ ...grades, [id]: grade }));
    setError(undefined);
    const body = { queries: [{ text: answer.query, relevant: { [id]: grade } }], mode: "merge" };
    const path = `indexes/${encodeURIComponent(index)}/judgements`;
    ask<JudgementCounts>(path, { method: "PUT", body }).then(onKept, (problem: unknown) => {
      setError(sentenceOf(problem));
      setGiven((grades) => ({ ...grades, [id]: before }));
    });
  };
  const focus = (place: number): void => {
    list.current?.querySelectorAll<HTMLElement>(".candidate")[place]?.focus();
  };
  const press = (event: KeyboardEvent, id: string, place: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const grade = /^[0-3]$/.test(event.key) ? Number(event.key) : undefined;
    if (grade !== undefined) {
      keep(id, grade);
      focus(place + 1);
    } else if (event.key === "ArrowDown" || event.key === "j") focus(place + 1);
    else if (event.key === "ArrowUp" || event.key === "k") focus(place - 1);
    else if (event.key === "Backspace") keep(id, null);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div class="row middle">
        <p role="status">
          <b>
            {judged.length} of {ids.length}
          </b>{" "}
          judged, {counted(relevant.length, "relevant document")}
        </p>
        <p class="soft small">
          <kbd>0</kbd> to <kbd>3</kbd> grade and go on, <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>⌫</kbd>{" "}
          takes back
        </p>
      </div>
      {error !== undefined && <Problem text={error} />}
      <ol class="candidates" ref={list}>
        {ids.map((id, place) => (
          <li key={id}>
            <Candidate
              id={id}
              shown={answer.documents[id]}
              grade={gradeOf(id)}
              onGrade={(grade) => keep(id, grade)}
              onKeyDown={(event) => press(event, id, place)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface CandidateProps {
  readonly id: string;
  readonly shown: ComparedDocument | undefined;
  readonly grade: number | undefined;
  readonly onGrade: (grade: number | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Candidate({ id, shown, grade, onGrade, onKeyDown }: CandidateProps): VNode {
  const title = titleOf(id, shown?.document);
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
        {shown?.snippet !== undefined && <Passage snippet={shown.snippet} />}
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
