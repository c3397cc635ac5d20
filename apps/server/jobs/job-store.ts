/**
 * Stores each job in a file, so that a restarted server has the results of its jobs
 * and resumes those that had not ended. A job is written when it is created, when it
 * starts and when it ends.
 */

import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Job, JobRequest } from "../../../src/client/index.ts";
import { NodeDirectory } from "../../../src/storage/node-directory.ts";
import { replaceFile } from "../../../src/storage/replace-file.ts";
import { jobRequest } from "../request-schemas.ts";
import { createNamedSchema } from "../response-schemas.ts";

/** In the folder of the server's state; no index can have this name. */
const FOLDER = ".jobs";
const FILE = /^([a-z0-9][a-z0-9-]{0,80})\.json$/;
/** A file of more bytes is none of ours. */
const MAX_FILE_BYTES = 67_108_864;

/** A job with what it takes to start it again. */
export interface StoredJob {
  readonly job: Job;
  readonly request: JobRequest;
  /** How often it was started. */
  readonly starts: number;
}

/** The storage of jobs. */
export interface JobPersistence {
  /** Those of earlier servers, the oldest first. */
  readonly jobs: readonly StoredJob[];
  /** Writes a job, after those before it. */
  save(stored: StoredJob): void;
  remove(id: string): void;
  /** Resolves when all pending writes are done. */
  flush(): Promise<void>;
}

/** Jobs in files of a folder. */
export class JobStore implements JobPersistence {
  readonly jobs: readonly StoredJob[];
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    folder: string,
    jobs: readonly StoredJob[],
    onError: (error: unknown) => void,
  ) {
    this.#folder = folder;
    this.jobs = jobs;
    this.#onError = onError;
  }

  /** Reads the stored jobs. `onError` receives errors of writing; jobs continue regardless. */
  static async open(state: string, onError: (error: unknown) => void): Promise<JobStore> {
    const folder = join(state, FOLDER);
    const names = await readdir(folder).catch(() => []);
    const jobs: StoredJob[] = [];
    for (const name of names) {
      const stored = await readJob(folder, name);
      if (stored !== undefined) jobs.push(stored);
    }
    jobs.sort((a, b) => (a.job.created < b.job.created ? -1 : 1));
    return new JobStore(folder, jobs, onError);
  }

  save(stored: StoredJob): void {
    const bytes = new TextEncoder().encode(JSON.stringify(stored));
    this.#enqueue(async () => {
      const directory = await NodeDirectory.open(this.#folder);
      await replaceFile(directory, toFileName(stored.job.id), bytes);
    });
  }

  remove(id: string): void {
    this.#enqueue(() => rm(join(this.#folder, toFileName(id)), { force: true }));
  }

  flush(): Promise<void> {
    return this.#writing;
  }

  #enqueue(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(write).catch(this.#onError);
  }
}

function toFileName(id: string): string {
  return `${id}.json`;
}

const STORED_JOB = v.object({
  job: createNamedSchema("Job"),
  request: jobRequest,
  starts: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** The job of a file; undefined for a file that is none of ours, or damaged. */
async function readJob(folder: string, name: string): Promise<StoredJob | undefined> {
  const id = FILE.exec(name)?.[1];
  if (id === undefined) return undefined;
  try {
    const path = join(folder, name);
    if ((await stat(path)).size > MAX_FILE_BYTES) return undefined;
    const stored: unknown = JSON.parse(await readFile(path, "utf8"));
    return v.is(STORED_JOB, stored) && (stored.job as Job).id === id
      ? (stored as StoredJob)
      : undefined;
  } catch {
    return undefined;
  }
}
