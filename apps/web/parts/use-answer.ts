/**
 * An answer of the server as state: asked again when the key changes, the old
 * one shown until the new one is there, and a late one thrown away.
 */

import { useCallback, useEffect, useState } from "preact/hooks";
import { sentenceOf } from "../server/ask.ts";

/** What is known of a question to the server. */
export interface Answered<T> {
  readonly answer?: T;
  /** A sentence that says what went wrong with the last question. */
  readonly error?: string;
  readonly isAsking: boolean;
  /** How long the last answer took until it was here, in ms. */
  readonly roundTrip?: number;
  /** Asks the same again. */
  readonly again: () => void;
}

type Known<T> = Omit<Answered<T>, "again">;

/** Asks when `key` changes. Without a key nothing is asked and nothing known. */
export function useAnswer<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Answered<T> {
  const [known, setKnown] = useState<Known<T>>({ isAsking: key !== undefined });
  const [turn, setTurn] = useState(0);
  // `key` says what `ask` asks, `turn` that it is asked again.
  useEffect(() => {
    if (key === undefined) {
      setKnown({ isAsking: false });
      return;
    }
    const controller = new AbortController();
    const begun = performance.now();
    setKnown(({ error: _, ...before }) => ({ ...before, isAsking: true }));
    ask(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return;
        setKnown({ answer, isAsking: false, roundTrip: performance.now() - begun });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setKnown({ error: sentenceOf(error), isAsking: false });
      },
    );
    return () => controller.abort();
  }, [key, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { ...known, again };
}

/** A value that follows another after it has rested for so many ms. */
export function useRested<T>(value: T, rest: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
