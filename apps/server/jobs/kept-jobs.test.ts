import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Job } from "../../../src/client/index.ts";
import { TermwiseError } from "../../../src/common/errors.ts";
import type { Engine, RunningJob } from "../engine/engine.ts";
import { LIMITS } from "../limits.ts";
import { Jobs } from "./jobs.ts";
import { KeptJobs } from "./kept-jobs.ts";

let folder: string;
const failures: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-jobs-"));
  failures.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

/** An engine whose jobs end when they are told to. */
function engine(): { engine: Engine; end: ((json: string) => void)[]; fail: (() => void)[] } {
  const [end, fail]: [((json: string) => void)[], (() => void)[]] = [[], []];
  const job = (): RunningJob => {
    const result = new Promise<string>((resolve, reject) => {
      end.push(resolve);
      fail.push(() => reject(new TermwiseError("BAD_ARGUMENT", "nothing to learn from")));
    });
    return { result, cancel: () => {} };
  };
  return { engine: { job } as unknown as Engine, end, fail };
}

let time = Date.UTC(2026, 0, 1); // ids are made of it
const open = (): Promise<KeptJobs> => KeptJobs.open(folder, (error) => failures.push(error));
const started = async (engineOf: Engine, kept?: KeptJobs): Promise<Jobs> =>
  new Jobs(engineOf, LIMITS, () => new Date(time++), kept ?? (await open()));
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const request = { kind: "evaluate", systems: [{ ranker: "bm25" }] } as const;

test("jobs that ended are listed by the next server, with what they came to", async () => {
  const first = engine();
  const jobs = await started(first.engine);
  const [done, failed] = [jobs.start("recipes", request), jobs.start("recipes", request)];
  first.end[0]?.('{"answer":42}');
  await turn();
  first.fail[1]?.();
  await turn();
  const before = jobs.list();
  await jobs.close();
  const later = await started(engine().engine);
  expect(later.list()).toEqual(before);
  expect(later.get(done.id)).toMatchObject({ state: "done", result: { answer: 42 } });
  expect(later.get(failed.id)).toMatchObject({
    state: "failed",
    error: { code: "BAD_ARGUMENT", message: "nothing to learn from" },
  });
  expect(failures).toEqual([]);
});

test("jobs that ran or waited are interrupted, whether the server was stopped or killed", async () => {
  for (const isKilled of [false, true]) {
    const kept = await open();
    const jobs = await started(engine().engine, kept);
    const [running, waiting] = [jobs.start("recipes", request), jobs.start("recipes", request)];
    await (isKilled ? kept.settled() : jobs.close());
    const later = await started(engine().engine);
    for (const { id } of [running, waiting]) {
      expect(later.get(id)).toMatchObject({
        state: "interrupted",
        error: {
          code: "INTERRUPTED",
          message: "the server stopped before the job was done; start it again",
        },
      });
      expect(later.get(id).ended).toBeDefined();
    }
    expect(later.active).toBe(0);
    await later.close();
  }
});

test("files that are damaged or none of ours are passed over", async () => {
  const jobs = await started(engine().engine);
  const { id } = jobs.start("recipes", request);
  await jobs.close();
  const files = join(folder, ".jobs");
  const text = await readFile(join(files, `${id}.json`), "utf8");
  await writeFile(join(files, "evaluate-cut-1.json"), text.slice(0, 50));
  await writeFile(join(files, "evaluate-other-1.json"), text); // of another id
  await writeFile(join(files, "__proto__.json"), text);
  await mkdir(join(files, "evaluate-folder-1.json"));
  expect((await started(engine().engine)).list().map((job: Job) => job.id)).toEqual([id]);
});

test("a folder that cannot be written costs the memory of jobs, not the jobs", async () => {
  await writeFile(join(folder, ".jobs"), "a file in its place");
  const first = engine();
  const jobs = await started(first.engine);
  const { id } = jobs.start("recipes", request);
  first.end[0]?.("{}");
  await turn();
  expect(jobs.get(id).state).toBe("done");
  await jobs.close();
  expect(failures.length).toBeGreaterThan(0);
});
