/**
 * Jobs as files, one for each, so that a server which starts again still knows
 * what its jobs came to, and goes on with those that had not ended. A job is
 * written when it comes, when it starts and when it ends.
 */

import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Job, JobRequest } from "../../../src/client/index.ts";
import { NodeDirectory } from "../../../src/storage/node-directory.ts";
import { replaceFile } from "../../../src/storage/replace-file.ts";
import { ANSWERS } from "../answer-schemas.ts";
import { jobRequest } from "../schemas.ts";

/** In the folder of what the server keeps; no index can have this name. */
const FOLDER = ".jobs";
const FILE = /^([a-z0-9][a-z0-9-]{0,80})\.json$/;
/** A file of more bytes is none of ours. */
const LARGEST = 67_108_864;

/** A job with what it takes to start it again. */
export interface KeptJob {
  readonly job: Job;
  readonly request: JobRequest;
  /** How often it was started. */
  readonly starts: number;
}

/** Where jobs are kept. */
export interface JobKeeper {
  /** Those of earlier servers, the oldest first. */
  readonly found: readonly KeptJob[];
  /** Writes a job, after those before it. */
  keep(kept: KeptJob): void;
  forget(id: string): void;
  /** When all is written that was to be kept so far. */
  settled(): Promise<void>;
}

/** Jobs in files of a folder. */
export class KeptJobs implements JobKeeper {
  readonly found: readonly KeptJob[];
  readonly #folder: string;
  readonly #failed: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();

  private constructor(folder: string, found: readonly KeptJob[], failed: (error: unknown) => void) {
    this.#folder = folder;
    this.found = found;
    this.#failed = failed;
  }

  /** Reads what there is. `failed` is told of what cannot be written: jobs go on all the same. */
  static async open(state: string, failed: (error: unknown) => void): Promise<KeptJobs> {
    const folder = join(state, FOLDER);
    const names = await readdir(folder).catch(() => []);
    const found: KeptJob[] = [];
    for (const name of names) {
      const kept = await readJob(folder, name);
      if (kept !== undefined) found.push(kept);
    }
    found.sort((a, b) => (a.job.created < b.job.created ? -1 : 1));
    return new KeptJobs(folder, found, failed);
  }

  keep(kept: KeptJob): void {
    const bytes = new TextEncoder().encode(JSON.stringify(kept));
    this.#then(async () => {
      const directory = await NodeDirectory.open(this.#folder);
      await replaceFile(directory, fileOf(kept.job.id), bytes);
    });
  }

  forget(id: string): void {
    this.#then(() => rm(join(this.#folder, fileOf(id)), { force: true }));
  }

  settled(): Promise<void> {
    return this.#writing;
  }

  #then(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(write).catch(this.#failed);
  }
}

function fileOf(id: string): string {
  return `${id}.json`;
}

const KEPT = v.object({
  job: ANSWERS.job,
  request: jobRequest,
  starts: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** The job of a file; undefined for a file that is none of ours, or damaged. */
async function readJob(folder: string, name: string): Promise<KeptJob | undefined> {
  const id = FILE.exec(name)?.[1];
  if (id === undefined) return undefined;
  try {
    const path = join(folder, name);
    if ((await stat(path)).size > LARGEST) return undefined;
    const kept: unknown = JSON.parse(await readFile(path, "utf8"));
    return v.is(KEPT, kept) && (kept.job as Job).id === id ? (kept as KeptJob) : undefined;
  } catch {
    return undefined;
  }
}
