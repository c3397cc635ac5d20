/** Where an encoder computes: without a GPU, with a slow one, and with one that is lost. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createIndex, MemoryDirectory, openEncoder, type VectorEncoder } from "../../src/index.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { GpuDevice } from "../../src/tensor/webgpu/index.ts";
import { expectCosines, GPU } from "./gpu-encoders.ts";

const WIDTH = 32;
const SHAPE = { layers: 2, width: WIDTH, heads: 2, units: 64, places: 64 };
const NO_GPU = { package: "there-is-no-such-package" };

const files = new MemoryFiles(
  Object.fromEntries(
    Object.entries(createTinyBertFiles([], SHAPE)).map(([name, bytes]) => [`bert/${name}`, bytes]),
  ),
);
const documents = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}`,
  text: `document ${i} is about ${"egg soup rain moon".split(" ")[i % 4]} ${"and more ".repeat(i % 7)}`,
}));

const opened: VectorEncoder[] = [];
afterEach(async () => {
  for (const encoder of opened.splice(0)) await encoder.close?.();
});
async function open(options: Parameters<typeof openEncoder>[1]): Promise<VectorEncoder> {
  const encoder = await openEncoder("bert", { files, ...options });
  opened.push(encoder);
  return encoder;
}

test("documents of a GPU that is lost while it encodes have the vectors of the CPU", async () => {
  const cpu = await open({});
  const gpu = await open({ device: "gpu", gpu: loseAfter(9) });
  expect(gpu.device).toMatch(/\w/);
  const directory = new MemoryDirectory();
  const index = await createIndex(directory, { encoder: gpu });
  await index.add(documents.slice(0, 100)); // five submissions
  expect(gpu.device).toMatch(/\w/);
  await index.add(documents.slice(100)); // the ninth fails
  expect(gpu.device).toBeUndefined();
  expect(await index.count()).toBe(documents.length);
  const texts = documents.map(({ text }) => text);
  const [expected, actual] = [await cpu.documents(texts), await gpu.documents(texts)];
  for (const [i, vector] of actual.entries()) {
    expectCosines(vector as Float32Array, expected[i] as Float32Array, WIDTH, 0.9999);
  }
  const reference = await createIndex(new MemoryDirectory(), { encoder: cpu });
  await reference.add(documents);
  for (const query of ["egg", "moon and more", "document 7"]) {
    const options = { ranker: "dense", limit: 300 } as const;
    const [a, b] = [await index.search(query, options), await reference.search(query, options)];
    expect(a.hits.length).toBe(documents.length);
    const scores = new Map(b.hits.map(({ id, score }) => [id, score]));
    for (const { id, score } of a.hits) expect(score).toBeCloseTo(scores.get(id) as number, 2);
  }
  await index.close();
  await reference.close();
});

test("without a GPU, gpu is refused and auto computes on the CPU", async () => {
  await expect(open({ device: "gpu", gpu: NO_GPU })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining('run "npm install there-is-no-such-package"'),
  });
  const encoder = await open({ device: "auto", gpu: NO_GPU });
  expect(encoder.device).toBeUndefined();
  expect(await encoder.query("egg soup")).toEqual(await (await open({})).query("egg soup"));
});

test("an adapter that computes on the CPU is not chosen by auto", async () => {
  const gpu = await GpuDevice.open(GPU);
  const isSoftware = /swiftshader|llvmpipe/i.test(gpu.description);
  await gpu.close();
  if (!isSoftware) return; // a GPU may be chosen
  expect((await open({ device: "auto", gpu: GPU })).device).toBeUndefined();
});

test("a device that does not exist, and a second engine beside it, are refused", async () => {
  await expect(open({ device: "tpu" as "gpu" })).rejects.toThrow(
    "device must be auto, cpu, gpu, got tpu",
  );
  await expect(open({ device: "gpu", onnx: {} })).rejects.toThrow(
    "an encoder computes on a device, on a backend or with onnx, not on two",
  );
});

test("the encoder of an index is given by its path and its device", async () => {
  const folder = await mkdtemp(join(tmpdir(), "termwise-gpu-"));
  try {
    await mkdir(join(folder, "tiny"));
    for (const [name, bytes] of Object.entries(createTinyBertFiles([], SHAPE))) {
      await writeFile(join(folder, "tiny", name), bytes);
    }
    const encoder = { path: join(folder, "tiny"), device: "gpu", gpu: GPU } as const;
    const vectors = { dimensions: WIDTH, model: "tiny" };
    const index = await createIndex(new MemoryDirectory(), { vectors, encoder });
    expect(index.encoderDevice).toBeUndefined();
    await index.add(documents.slice(0, 4));
    expect(index.encoderDevice).toMatch(/\w/);
    expect((await index.search("egg", { ranker: "dense" })).hits).toHaveLength(4);
    await index.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The next GPU that is opened is destroyed before so many submissions are made. */
function loseAfter(submissions: number): { readonly package: string } {
  const open = vi.spyOn(GpuDevice, "open").mockImplementationOnce(async (options) => {
    open.mockRestore();
    const gpu = await GpuDevice.open(options);
    const { queue } = gpu.device;
    let left = submissions;
    const submit = queue.submit.bind(queue);
    vi.spyOn(queue, "submit").mockImplementation((commands) => {
      if (--left === 0) gpu.device.destroy();
      submit(commands);
    });
    return gpu;
  });
  return GPU;
}
