/** Rules of a small, safe image for the Dockerfile, which is not built here: hadolint has the rest. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The instructions of a Dockerfile, with continued lines joined. */
function parseInstructions(text: string): (readonly [name: string, value: string])[] {
  return text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]);
}

/** Rules that the instructions of an image break. */
function findBrokenRules(text: string): string[] {
  const all = parseInstructions(text);
  const final = all.slice(all.findLastIndex(([name]) => name === "FROM"));
  const values = (name: string) => final.filter(([each]) => each === name).map(([, v]) => v);
  const bases = all.filter(([name]) => name === "FROM").map(([, value]) => value);
  const rules: Record<string, boolean> = {
    "a base without the version of its system": bases.some((b) => !/:\d+-alpine\d\.\d+/.test(b)),
    "one stage": bases.length < 2,
    "no numeric user other than root at the end": !/^[1-9]\d*$/.test(values("USER").at(-1) ?? ""),
    "no health check": values("HEALTHCHECK").length !== 1,
    "several layers of files in the final image": values("RUN").length + values("COPY").length > 1,
    "files of the project in the final image": values("COPY").some((v) => !v.startsWith("--from")),
    "a program behind a shell, which does not pass signals on": !(
      values("ENTRYPOINT")[0] ?? ""
    ).startsWith("["),
  };
  return Object.keys(rules).filter((rule) => rules[rule]);
}

describe("the Dockerfile", () => {
  const text = readFileSync(join(root, "Dockerfile"), "utf8");

  test("follows the rules", () => {
    expect(findBrokenRules(text)).toEqual([]);
  });

  test("leaves out what is built, installed or stored by git", () => {
    const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", ".build", "dist", "node_modules"]));
  });

  test("serves on the port that it exposes and checks", () => {
    const ports = [...text.matchAll(/127\.0\.0\.1:(\d+)\/health|EXPOSE (\d+)/g)];
    expect(ports.map(([, a, b]) => a ?? b)).toEqual(["7700", "7700"]);
  });
});

test("the checker notices broken rules", () => {
  expect(findBrokenRules("FROM node\nUSER node\nCOPY . .\nRUN x\nENTRYPOINT x\n")).toHaveLength(7);
});
