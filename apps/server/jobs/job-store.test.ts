import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Job } from "../../../src/client/index.ts";
import { TermwiseError } from "../../../src/common/errors.ts";
import type { Engine, RunningJob } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import { JobStore } from "./job-store.ts";
import { Jobs } from "./jobs.ts";

let folder: string;
const failures: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-jobs-"));
  failures.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

/** An engine whose jobs end when they are told to. */
function engine() {
  const [end, fail]: [((json: string) => void)[], (() => void)[]] = [[], []];
  const [requests, writes]: [unknown[], unknown[]] = [[], []];
  const job = (_: string, input: unknown): RunningJob => {
    requests.push(input);
    const result = new Promise<string>((resolve, reject) => {
      end.push(resolve);
      fail.push(() => reject(new TermwiseError("BAD_ARGUMENT", "nothing to learn from")));
    });
    return { result, cancel: async () => {} };
  };
  const write = async (...task: unknown[]): Promise<void> => {
    writes.push(task);
  };
  return {
    engine: { job, write } as unknown as Engine,
    end,
    fail,
    asked: requests,
    written: writes,
  };
}

let time = Date.UTC(2026, 0, 1); // ids are made of it
const open = (): Promise<JobStore> => JobStore.open(folder, (error) => failures.push(error));
const startJobs = async (jobEngine: Engine, store?: JobStore): Promise<Jobs> =>
  new Jobs(jobEngine, LIMITS, () => new Date(time++), store ?? (await open()));
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const request = { kind: "evaluate", systems: [{ ranker: "bm25" }] } as const;
const INTERRUPTED = {
  code: "INTERRUPTED",
  message: "the server stopped before the job was done; start it again",
};

test("jobs that ended are listed by the next server, with what they came to", async () => {
  const first = engine();
  const jobs = await startJobs(first.engine);
  const [done, failed] = [jobs.start("recipes", request), jobs.start("recipes", request)];
  first.end[0]?.('{"answer":42}');
  await turn();
  first.fail[1]?.();
  await turn();
  const before = jobs.list();
  await jobs.close();
  const later = await startJobs(engine().engine);
  expect(later.list()).toEqual(before);
  expect(later.get(done.id)).toMatchObject({ state: "done", result: { answer: 42 } });
  expect(later.get(failed.id)).toMatchObject({
    state: "failed",
    error: { code: "BAD_ARGUMENT", message: "nothing to learn from" },
  });
  expect(failures).toEqual([]);
});

test.each([
  ["stopped", false],
  ["killed", true],
])("jobs that ran or waited go on after the server was %s", async (_, isKilled) => {
  const store = await open();
  const jobs = await startJobs(engine().engine, store);
  const [running, waiting] = [jobs.start("recipes", request), jobs.start("recipes", request)];
  await (isKilled ? store.flush() : jobs.close());
  if (!isKilled) {
    const message = "it goes on when the server starts again";
    expect(jobs.get(running.id)).toMatchObject({ state: "interrupted" });
    expect(jobs.get(running.id).error?.message).toContain(message);
  }
  const second = engine();
  const later = await startJobs(second.engine);
  expect(later.get(running.id).state).toBe("running");
  expect(later.get(waiting.id).state).toBe("waiting");
  expect(second.asked).toMatchObject([{ id: running.id, request, isAgain: true }]);
  second.end[0]?.('{"answer":42}');
  await turn();
  expect(later.get(running.id)).toMatchObject({ state: "done", result: { answer: 42 } });
  expect(second.asked[1]).toMatchObject({ id: waiting.id, isAgain: false });
  await later.close();
});

test("a job that three servers did not survive is not started again", async () => {
  const store = await open();
  const { id } = (await startJobs(engine().engine, store)).start("recipes", request);
  await store.flush();
  for (let start = 2; start <= 3; start++) {
    const reopened = await open();
    expect((await startJobs(engine().engine, reopened)).get(id).state).toBe("running");
    await reopened.flush();
  }
  const last = await startJobs(engine().engine);
  expect(last.get(id)).toMatchObject({ state: "interrupted", error: INTERRUPTED });
  expect([last.get(id).ended === undefined, last.active]).toEqual([false, 0]);
  await last.close();
  expect((await startJobs(engine().engine)).get(id).state).toBe("interrupted");
});

test("what a training left is dropped when it fails, not when the server stops", async () => {
  const first = engine();
  const jobs = await startJobs(first.engine);
  const training = { kind: "train", model: "knrm", name: "small" } as const;
  jobs.start("recipes", training);
  first.fail[0]?.();
  await turn();
  expect(first.written).toEqual([["dropTraining", { index: "recipes", name: "small" }]]);
  const { id } = jobs.start("recipes", training);
  jobs.start("recipes", request);
  await jobs.close();
  first.fail[1]?.();
  await turn();
  expect(first.written).toHaveLength(1);

  // Cancelled while it waits to go on.
  const second = engine();
  const later = new Jobs(
    second.engine,
    { ...LIMITS, jobs: 0 },
    () => new Date(time++),
    await open(),
  );
  expect(later.get(id).state).toBe("waiting");
  later.cancel(id);
  expect(second.written).toEqual([["dropTraining", { index: "recipes", name: "small" }]]);
});

test("files that are damaged or none of ours are passed over", async () => {
  const jobs = await startJobs(engine().engine);
  const { id } = jobs.start("recipes", request);
  await jobs.close();
  const files = join(folder, ".jobs");
  const text = await readFile(join(files, `${id}.json`), "utf8");
  await writeFile(join(files, "evaluate-cut-1.json"), text.slice(0, 50));
  await writeFile(join(files, "evaluate-other-1.json"), text); // of another id
  await writeFile(join(files, "__proto__.json"), text);
  await mkdir(join(files, "evaluate-folder-1.json"));
  expect((await startJobs(engine().engine)).list().map((job: Job) => job.id)).toEqual([id]);
});

test("a folder that cannot be written costs the memory of jobs, not the jobs", async () => {
  await writeFile(join(folder, ".jobs"), "a file in its place");
  const first = engine();
  const jobs = await startJobs(first.engine);
  const { id } = jobs.start("recipes", request);
  first.end[0]?.("{}");
  await turn();
  expect(jobs.get(id).state).toBe("done");
  await jobs.close();
  expect(failures.length).toBeGreaterThan(0);
});
