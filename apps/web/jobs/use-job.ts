/** Follows a job of the server by its events until it ends. */

import { useCallback, useEffect, useState } from "preact/hooks";
import type { Job, JobRequest } from "../../../src/client/api-types.ts";
import { defined } from "../../../src/common/defined.ts";
import { readServerEvents } from "../server/events.ts";
import { fetchJson, formatError } from "../server/fetch-json.ts";

/** The state of a job, and functions to start and cancel one. */
export interface JobSubscription {
  readonly job?: Job;
  /** Why it could not be started or failed. */
  readonly error?: string;
  readonly isRunning: boolean;
  readonly start: (request: JobRequest) => void;
  readonly cancel: () => void;
}

/** Follows one job at a time. `onEnd` is called once after a job has succeeded. */
export function useJob(index: string, onEnd: (job: Job) => void = () => {}): JobSubscription {
  const [job, setJob] = useState<Job>();
  const [error, setError] = useState<string>();
  const [id, setId] = useState<string>();

  const start = useCallback(
    (request: JobRequest): void => {
      setError(undefined);
      setJob(undefined);
      fetchJson<Job>(`indexes/${encodeURIComponent(index)}/jobs`, { body: request }).then(
        (started) => {
          setJob(started);
          setId(started.id);
        },
        (problem: unknown) => setError(formatError(problem)),
      );
    },
    [index],
  );

  // Without `onEnd`, which may be a new function at every render.
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    const follow = async (): Promise<void> => {
      let last: Job | undefined;
      for await (const { data } of readServerEvents(`jobs/${id}/events`, controller.signal)) {
        last = data as Job;
        setJob(last);
        if (hasEnded(last)) break;
      }
      if (last === undefined || !hasEnded(last)) {
        last = await fetchJson<Job>(`jobs/${id}`, { signal: controller.signal });
        setJob(last);
      }
      setId(undefined);
      if (last.error !== undefined) setError(formatError(last.error.message));
      if (last.state === "done") onEnd(last);
    };
    follow().catch((problem: unknown) => {
      if (!controller.signal.aborted) setError(formatError(problem));
    });
    return () => controller.abort();
  }, [id]);

  const cancel = useCallback((): void => {
    if (id === undefined) return;
    fetchJson<Job>(`jobs/${id}`, { method: "DELETE" }).then(setJob, (problem: unknown) =>
      setError(formatError(problem)),
    );
  }, [id]);

  const isRunning = job !== undefined && !hasEnded(job);
  return {
    isRunning,
    start,
    cancel,
    ...defined({ job, error }),
  };
}

function hasEnded({ state }: Job): boolean {
  return state !== "waiting" && state !== "running";
}
