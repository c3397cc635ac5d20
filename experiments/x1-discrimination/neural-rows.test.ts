import { expect, test } from "vitest";
import { type ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { measureNeuralRows } from "./neural-rows.ts";
import { tdvEffectiveness } from "./tab2.ts";

test("neural rows of X1-tab2 train on the device that is named, and others are rejected before any work", async () => {
  const onDevice = (device: string): ExperimentRequest =>
    new ExperimentRequest(tdvEffectiveness, { values: new Map([["device", device]]) });
  expect(onDevice("gpu").text("device")).toBe("gpu");
  await expect(measureNeuralRows(onDevice("tpu"), {} as ExperimentEnvironment)).rejects.toThrow(
    'device must be of cpu, gpu, got "tpu"',
  );
});
