import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { NodeFiles } from "./node-files.ts";

const files = new NodeFiles();

function bytes(text: string): Uint8Array[] {
  return [new TextEncoder().encode(text)];
}

describe("NodeFiles.write", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "termwise-files-"));
  });

  test("writes to the target of a link and keeps the link", async () => {
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real", "runs"), "old");
    symlinkSync(join("real", "runs"), join(folder, "link"));
    symlinkSync("link", join(folder, "second"));
    await files.write(join(folder, "second"), bytes("new"));
    expect(readFileSync(join(folder, "real", "runs"), "utf8")).toBe("new");
    expect(readlinkSync(join(folder, "link"))).toBe(join("real", "runs"));
    expect(readlinkSync(join(folder, "second"))).toBe("link");
    expect(readdirSync(join(folder, "real"))).toEqual(["runs"]);
  });

  test("creates the missing target of a link", async () => {
    symlinkSync(join(folder, "later"), join(folder, "link"));
    await files.write(join(folder, "link"), bytes("made"));
    expect(readFileSync(join(folder, "later"), "utf8")).toBe("made");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  });

  test("rejects circular links", async () => {
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    await expect(files.write(join(folder, "a"), bytes("x"))).rejects.toMatchObject({ code: "IO" });
    expect(readdirSync(folder)).toEqual(["a", "b"]);
  });

  test("writes through to a pipe, which stays a pipe", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe], { stdio: ["ignore", "pipe", "inherit"] });
    let read = "";
    reader.stdout.on("data", (chunk) => {
      read += chunk;
    });
    const ended = new Promise((resolve) => reader.once("close", resolve));
    await files.write(pipe, bytes("through the pipe"));
    await ended;
    expect(read).toBe("through the pipe");
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(["pipe"]);
  });

  test("writes through to a character device, and reports its error", async () => {
    const [nothing, full] = [device("null", 3), device("full", 7)];
    await files.write(nothing, bytes("nothing"));
    expect(statSync(nothing).isCharacterDevice()).toBe(true);
    await expect(files.write(full, bytes("x"))).rejects.toMatchObject({
      code: "IO",
      message: expect.stringContaining(`cannot write ${JSON.stringify(full)}: ENOSPC`),
    });
    expect(statSync(full).isCharacterDevice()).toBe(true);
  });

  /** A disposable device: only root could replace the real one, and root can create another. */
  function device(name: string, minor: number): string {
    if (process.getuid?.() !== 0) return join("/dev", name);
    execFileSync("mknod", [join(folder, name), "c", "1", String(minor)]);
    return join(folder, name);
  }

  test("rejects a folder and a socket, and leaves them unchanged", async () => {
    const socket = join(folder, "socket");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    await expect(files.write(socket, bytes("x"))).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
      message: `cannot write ${JSON.stringify(socket)}: it is a socket, not a file`,
    });
    expect(statSync(socket).isSocket()).toBe(true);
    server.close();
    await expect(files.write(folder, bytes("x"))).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
      message: `cannot write ${JSON.stringify(folder)}: it is a folder, not a file`,
    });
  });

  test("keeps the permissions of the file that it replaces", async () => {
    const path = join(folder, "private");
    writeFileSync(path, "old");
    chmodSync(path, 0o640);
    await files.write(path, bytes("new"));
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test("never mixes two concurrent writes to one file, and leaves one file", async () => {
    const path = join(folder, "shared");
    const slow = async function* (letter: string): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 50; i++) {
        yield* bytes(letter);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    await Promise.all(["a", "b", "c"].map((letter) => files.write(path, slow(letter))));
    expect(readFileSync(path, "utf8")).toMatch(/^(a{50}|b{50}|c{50})$/);
    expect(readdirSync(folder)).toEqual(["shared"]);
  });

  test("accepts a name as long as the file system allows", async () => {
    const name = "n".repeat(255);
    await files.write(join(folder, name), bytes("x"));
    expect(readdirSync(folder)).toEqual([name]);
  });

  test("overwrites no file that looks like a pending one", async () => {
    writeFileSync(join(folder, "a.pending"), "mine");
    await files.write(join(folder, "a"), bytes("x"));
    expect(readFileSync(join(folder, "a.pending"), "utf8")).toBe("mine");
  });
});
