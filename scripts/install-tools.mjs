/**
 * Tools that only checks of this project need, too large or too choosy about
 * versions to be dependencies: fetched once into .build, at versions that are pinned here.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Fetches packages, by name and exact version, unless they are there; gives `require` of their folder. */
export function fetchTools(name, packages) {
  const folder = join(ROOT, ".build", name);
  const readVersion = (each) => {
    const file = join(folder, "node_modules", each, "package.json");
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
  };
  const wanted = Object.entries(packages);
  if (wanted.some(([each, version]) => readVersion(each) !== version)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    const names = wanted.map(([each, version]) => `${each}@${version}`);
    const options = ["--no-save", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
    const npm = ["install", "--prefix", folder, ...options, ...names];
    const { status } = spawnSync("npm", npm, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`npm could not fetch ${names.join(", ")}`);
  }
  return { folder, require: createRequire(join(folder, "package.json")) };
}
