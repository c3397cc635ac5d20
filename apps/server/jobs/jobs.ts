/** The queue of jobs: waiting, running and ended, with progress for listeners. */

import type { Job, JobProgress, JobRequest, JobState } from "../../../src/client/index.ts";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Engine, JobReport, RunningJob } from "../engine/engine.ts";
import { createOverloaded, toFailure } from "../failure.ts";
import type { Limits } from "../limits.ts";
import { parseCurvePoints } from "./curve-points.ts";
import type { JobPersistence } from "./job-store.ts";

/** Maximum number of stored jobs that have ended. */
const MAX_JOBS = 200;

/** A job that so many servers did not survive may be what ends them. */
const MAX_STARTS = 3;

/** Why a job has no outcome that a server did not live to see. */
const INTERRUPTED = {
  code: "INTERRUPTED",
  message: "the server stopped before the job was done; start it again",
};

const PAUSED = {
  code: "INTERRUPTED",
  message: "the server stopped before the job was done; it goes on when the server starts again",
};

/** Receives every change of a job. */
export type JobListener = (job: Job) => void;

interface Entry {
  job: Job;
  readonly request: JobRequest;
  starts: number;
  readonly listeners: Set<JobListener>;
  running: RunningJob | undefined;
}

/** All jobs of a server. */
export class Jobs {
  readonly #engine: Engine;
  readonly #limits: Limits;
  readonly #now: () => Date;
  readonly #store: JobPersistence | undefined;
  readonly #entries = new Map<string, Entry>();
  /** Indexes that are being deleted. */
  readonly #blocked = new Set<string>();
  #next = 1;
  #listeners = 0;
  #isClosed = false;

  /**
   * Without a store, jobs end with the server. Stored jobs that had not ended are
   * queued again.
   */
  constructor(engine: Engine, limits: Limits, now: () => Date, store?: JobPersistence) {
    this.#engine = engine;
    this.#limits = limits;
    this.#now = now;
    this.#store = store;
    for (const { job, request, starts } of store?.jobs ?? []) {
      const entry = { job, request, starts, listeners: new Set<JobListener>(), running: undefined };
      this.#entries.set(job.id, entry);
      if (job.ended !== undefined) continue;
      if (starts < MAX_STARTS) {
        entry.job = resetToWaiting(job);
        continue;
      }
      this.#dropUnfinished(entry);
      this.#end(entry, "interrupted", { error: INTERRUPTED });
    }
    this.#evict();
    while (this.#startNext());
  }

  /** Jobs that run or wait. */
  get active(): number {
    return this.#count("running") + this.#count("waiting");
  }

  /** Starts a job, or lets it wait. `OVERLOADED` when too many wait, `LOCKED` while the index is being deleted. */
  start(index: string, request: JobRequest): Job {
    if (this.#blocked.has(index)) {
      throw new TermwiseError("LOCKED", `the index ${quote(index)} is being deleted`);
    }
    if (this.#count("waiting") >= this.#limits.waitingJobs)
      throw createOverloaded("too many jobs wait");
    const created = this.#now().toISOString();
    // Ids name what a job makes, so they differ between starts of the server.
    const id = `${request.kind}-${this.#now().getTime().toString(36)}-${this.#next++}`;
    const job: Job = {
      ...{ id, index, kind: request.kind, state: "waiting", created },
      ...{ progress: [], points: [] },
    };
    const entry = {
      job,
      request,
      starts: 0,
      listeners: new Set<JobListener>(),
      running: undefined,
    };
    this.#entries.set(id, entry);
    this.#save(entry);
    this.#evict();
    this.#startNext();
    return this.get(id);
  }

  get(id: string): Job {
    return this.#entry(id).job;
  }

  /** The newest first. */
  list(): Job[] {
    return [...this.#entries.values()].map(({ job }) => job).reverse();
  }

  /** Cancels a job that has not ended. */
  cancel(id: string): Job {
    const entry = this.#entry(id);
    if (entry.job.state === "waiting") {
      this.#dropUnfinished(entry);
      this.#end(entry, "cancelled");
    } else if (entry.job.state === "running") {
      void entry.running?.cancel();
      this.#end(entry, "cancelled");
    }
    return entry.job;
  }

  /** Cancels all jobs of an index, waits for their end, and does `work` before another may start. */
  async withoutJobs<T>(index: string, work: () => Promise<T>): Promise<T> {
    if (this.#blocked.has(index)) {
      throw new TermwiseError("LOCKED", `the index ${quote(index)} is being deleted`);
    }
    this.#blocked.add(index);
    try {
      const entries = [...this.#entries.values()].filter(({ job }) => job.index === index);
      const unfinished = entries.filter(({ job }) => job.ended === undefined);
      // Those that wait first: none of them starts in the place of one that runs.
      unfinished.sort(
        (a, b) => Number(a.job.state === "running") - Number(b.job.state === "running"),
      );
      for (const { job } of unfinished) this.cancel(job.id);
      // Also of jobs that were cancelled before: they may not have ended yet.
      await Promise.all(entries.map(({ running }) => running?.cancel()));
      return await work();
    } finally {
      this.#blocked.delete(index);
    }
  }

  /** Listens to a job; the function that is returned ends that. */
  listen(id: string, listener: JobListener): () => void {
    const { listeners } = this.#entry(id);
    if (this.#listeners >= this.#limits.listeners)
      throw createOverloaded("too many listeners to jobs");
    this.#listeners++;
    listeners.add(listener);
    return () => {
      if (listeners.delete(listener)) this.#listeners--;
    };
  }

  /** Interrupts all jobs; stored ones resume with the next server. Resolves when they are written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of this.#entries.values()) {
      if (entry.job.ended !== undefined) continue;
      void entry.running?.cancel();
      const ended = this.#now().toISOString();
      const error = this.#store === undefined ? INTERRUPTED : PAUSED;
      this.#change(entry, { state: "interrupted", ended, error });
    }
    await this.#store?.flush();
  }

  /** Whether there was one that could be started. */
  #startNext(): boolean {
    if (this.#isClosed || this.#count("running") >= this.#limits.jobs) return false;
    const entry = [...this.#entries.values()].find(({ job }) => job.state === "waiting");
    if (entry === undefined) return false;
    const started = this.#now().toISOString();
    this.#change(entry, { state: "running", started });
    entry.starts++;
    this.#save(entry);
    const { request, job, starts } = entry;
    const input = { index: job.index, request, id: job.id, at: started, isAgain: starts > 1 };
    entry.running = this.#engine.job(request.kind, input as never, (report) =>
      this.#report(entry, report),
    );
    entry.running.result.then(
      (json) => this.#end(entry, "done", { result: JSON.parse(json) as unknown }),
      (error: unknown) => {
        const { code, message } = toFailure(error);
        this.#dropUnfinished(entry);
        this.#end(entry, code === "CANCELLED" ? "cancelled" : "failed", {
          error: { code, message },
        });
      },
    );
    return true;
  }

  /** Removes the files of a training that will not resume, without waiting. */
  #dropUnfinished({ job, request, starts }: Entry): void {
    if (this.#isClosed || starts === 0 || request.kind !== "train") return;
    const name = request.name ?? job.id;
    this.#engine.write("dropTraining", { index: job.index, name }).catch(() => {});
  }

  #report(entry: Entry, { task, ...report }: JobReport): void {
    if (entry.job.state !== "running") return;
    const stageProgress: JobProgress = { stage: task, ...report };
    const { progress, points } = entry.job;
    const position = progress.findIndex(({ stage }) => stage === task);
    const next =
      position < 0 ? [...progress, stageProgress] : progress.with(position, stageProgress);
    this.#change(entry, {
      progress: next,
      points: [...points, ...parseCurvePoints(stageProgress, points)],
    });
  }

  #end(entry: Entry, state: JobState, facts: Pick<Job, "result" | "error"> = {}): void {
    if (entry.job.ended !== undefined) return;
    this.#change(entry, { state, ended: this.#now().toISOString(), ...facts });
    this.#save(entry);
    this.#startNext();
  }

  #save({ job, request, starts }: Entry): void {
    this.#store?.save({ job, request, starts });
  }

  #change(entry: Entry, facts: Partial<Job>): void {
    entry.job = { ...entry.job, ...facts };
    for (const listener of entry.listeners) listener(entry.job);
  }

  #count(state: JobState): number {
    return [...this.#entries.values()].filter(({ job }) => job.state === state).length;
  }

  #evict(): void {
    for (const [id, { job }] of this.#entries) {
      if (this.#entries.size <= MAX_JOBS) return;
      if (job.ended === undefined) continue;
      this.#entries.delete(id);
      this.#store?.remove(id);
    }
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    throw new TermwiseError("NOT_FOUND", `there is no job ${quote(id)}`);
  }
}

function resetToWaiting({ started: _, ...job }: Job): Job {
  return { ...job, state: "waiting", progress: [], points: [] };
}
