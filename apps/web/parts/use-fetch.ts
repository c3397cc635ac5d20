/**
 * A response of the server as state: requested again when the key changes. The previous response is
 * shown until the next arrives; late ones are discarded.
 */

import { useCallback, useEffect, useState } from "preact/hooks";
import { formatError } from "../server/fetch-json.ts";

/** The state of a request. */
export interface FetchState<T> {
  readonly data?: T;
  /** The error of the last request. */
  readonly error?: string;
  readonly isLoading: boolean;
  /** The round-trip time of the last response in milliseconds. */
  readonly roundTrip?: number;
  /** Repeats the request. */
  readonly again: () => void;
}

type FetchResult<T> = Omit<FetchState<T>, "again">;

/** Sends a request when `key` changes. Without a key there is no request and no data. */
export function useFetch<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): FetchState<T> {
  const [result, setResult] = useState<FetchResult<T>>({ isLoading: key !== undefined });
  const [turn, setTurn] = useState(0);
  // `key` identifies the request of `ask`, `turn` its repetition.
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

/** A value that follows another after `delay` milliseconds without a change. */
export function useDebounced<T>(value: T, delay: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
