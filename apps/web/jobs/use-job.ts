/** Follows a job of the server by its events until it ends. */

import { useCallback, useEffect, useState } from "preact/hooks";
import type { Job, JobRequest } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { client, formatError } from "../server/client.ts";

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
      client
        .index(index)
        .start(request)
        .then(
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
    const { signal } = controller;
    const follow = async (): Promise<void> => {
      let last: Job | undefined;
      for await (const state of client.follow(id, { signal })) {
        last = state;
        setJob(state);
        if (hasEnded(last)) break;
      }
      if (last === undefined || !hasEnded(last)) {
        last = await client.job(id, { signal });
        setJob(last);
      }
      setId(undefined);
      if (last.error !== undefined) setError(formatError(last.error.message));
      if (last.state === "done") onEnd(last);
    };
    follow().catch((problem: unknown) => {
      if (!signal.aborted) setError(formatError(problem));
    });
    return () => controller.abort();
  }, [id]);

  const cancel = useCallback((): void => {
    if (id === undefined) return;
    client.cancelJob(id).then(setJob, (problem: unknown) => setError(formatError(problem)));
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
