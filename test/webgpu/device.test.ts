/** The GPU itself: TERMWISE_WEBGPU names the package `webgpu`, the driver is Vulkan's. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GpuDevice } from "../../src/tensor/webgpu/gpu-device.ts";

const options = { package: process.env.TERMWISE_WEBGPU ?? "webgpu" };

const DOUBLE = `
@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&x)) { x[id.x] = 2 * x[id.x]; }
}`;

describe("a GPU", () => {
  let gpu: GpuDevice;
  beforeAll(async () => {
    gpu = await GpuDevice.open(options);
  });
  afterAll(() => gpu.close());

  test("computes, and values are read back", async () => {
    const buffer = gpu.buffers.take(400);
    gpu.device.queue.writeBuffer(
      buffer,
      0,
      Float32Array.from({ length: 100 }, (_, i) => i),
    );
    const pipeline = gpu.pipelines.get(DOUBLE);
    expect(gpu.pipelines.get(DOUBLE)).toBe(pipeline);
    await gpu.check("a test", () => {
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      const resource = { buffer, size: 400 };
      const layout = pipeline.getBindGroupLayout(0);
      pass.setBindGroup(
        0,
        gpu.device.createBindGroup({ layout, entries: [{ binding: 0, resource }] }),
      );
      pass.dispatchWorkgroups(2);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    });
    const values = new Float32Array(await gpu.read(buffer, 0, 400));
    expect(Array.from(values)).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i));
    gpu.buffers.release(buffer);
    expect(gpu.buffers.take(390)).toBe(buffer);
  });

  test("takes values in shared memory", async () => {
    const shared = new Float32Array(new SharedArrayBuffer(64));
    shared.set([1, 2, 3]);
    const buffer = gpu.buffers.take(64);
    gpu.write(buffer, 0, shared.subarray(1));
    expect(Array.from(new Float32Array(await gpu.read(buffer, 0, 8)))).toEqual([2, 3]);
    gpu.buffers.release(buffer);
  });

  test("says which device it is and what it allows", () => {
    expect(gpu.description).not.toBe("");
    expect(gpu.limits.maxStorageBufferBindingSize).toBeGreaterThanOrEqual(2 ** 27);
  });

  test("reports a shader that does not compile", async () => {
    const broken = gpu.check("a broken shader", () => gpu.pipelines.get("fn main( {"));
    await expect(broken).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(broken).rejects.toThrow("the GPU rejects a broken shader");
  });

  test("reports a buffer that is larger than its memory or limits", async () => {
    const huge = gpu.check("a huge buffer", () =>
      gpu.buffers.take(4 * (gpu.limits.maxBufferSize as number)),
    );
    await expect(huge).rejects.toThrow("a huge buffer");
    await expect(gpu.finish()).resolves.toBeUndefined();
  });
});

test("a lost device rejects all later calls", async () => {
  const gpu = await GpuDevice.open(options);
  const buffer = gpu.buffers.take(256);
  const waiting = gpu.read(buffer, 0, 256);
  gpu.device.destroy();
  await waiting.catch(() => {});
  expect((await gpu.onLost).code).toBe("UNAVAILABLE");
  await expect(gpu.read(buffer, 0, 256)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await expect(gpu.finish()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await gpu.close();
});

test("a GPU that does not answer is given up", async () => {
  const gpu = await GpuDevice.open({ ...options, timeout: 2_000 });
  await expect(gpu.wait("an answer", new Promise(() => {}))).rejects.toThrow(
    "waited 2000 ms for an answer in vain",
  );
  await gpu.close();
});

test("a missing package is named, with the command that installs it", async () => {
  const opening = GpuDevice.open({ package: "no-such-gpu" });
  await expect(opening).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await expect(opening).rejects.toThrow('run "npm install no-such-gpu"');
});
