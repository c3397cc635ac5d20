/**
 * An answer of the server as state: asked again when the key changes, the old
 * one shown until the new one is there, and a late one thrown away.
 */

import { useCallback, useEffect, useState } from "preact/hooks";
import { formatError } from "../server/client.ts";

/** What is known of a question to the server. */
export interface FetchState<T> {
  readonly data?: T;
  /** A sentence that says what went wrong with the last question. */
  readonly error?: string;
  readonly isLoading: boolean;
  /** How long the last answer took until it was here, in ms. */
  readonly roundTrip?: number;
  /** Asks the same again. */
  readonly again: () => void;
}

type FetchResult<T> = Omit<FetchState<T>, "again">;

/** Asks when `key` changes. Without a key nothing is asked and nothing known. */
export function useFetch<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): FetchState<T> {
  const [result, setResult] = useState<FetchResult<T>>({ isLoading: key !== undefined });
  const [turn, setTurn] = useState(0);
  // `key` says what `ask` asks, `turn` that it is asked again.
  useEffect(() => {
    if (key === undefined) {
      setResult({ isLoading: false });
      return;
    }
    const controller = new AbortController();
    const startTime = performance.now();
    setResult(({ error: _, ...before }) => ({ ...before, isLoading: true }));
    load(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        setResult({ data, isLoading: false, roundTrip: performance.now() - startTime });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setResult({ error: formatError(error), isLoading: false });
      },
    );
    return () => controller.abort();
  }, [key, turn]);
  const refetch = useCallback(() => setTurn((before) => before + 1), []);
  return { ...result, again: refetch };
}

/** A value that follows another after it has rested for so many ms. */
export function useDebounced<T>(value: T, delay: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
