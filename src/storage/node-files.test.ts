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

  test("writes to what a link points to, and the link stays", async () => {
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

  test("makes the file that a link points to when it is not there yet", async () => {
    symlinkSync(join(folder, "later"), join(folder, "link"));
    await files.write(join(folder, "link"), bytes("made"));
    expect(readFileSync(join(folder, "later"), "utf8")).toBe("made");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  });

  test("refuses links that lead in a circle", async () => {
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

  test("writes through to a character device, and names its error", async () => {
    const [nothing, full] = [device("null", 3), device("full", 7)];
    await files.write(nothing, bytes("nothing"));
    expect(statSync(nothing).isCharacterDevice()).toBe(true);
    await expect(files.write(full, bytes("x"))).rejects.toMatchObject({
      code: "IO",
      message: expect.stringContaining(`cannot write ${JSON.stringify(full)}: ENOSPC`),
    });
    expect(statSync(full).isCharacterDevice()).toBe(true);
  });

  /** A device to lose: only root could replace the real one, and root can make another. */
  function device(name: string, minor: number): string {
    if (process.getuid?.() !== 0) return join("/dev", name);
    execFileSync("mknod", [join(folder, name), "c", "1", String(minor)]);
    return join(folder, name);
  }

  test("refuses a folder and a socket, which stay as they are", async () => {
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

  test("two writes at once to one file never mix, and leave one file", async () => {
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

  test("takes a name as long as the file system allows", async () => {
    const name = "n".repeat(255);
    await files.write(join(folder, name), bytes("x"));
    expect(readdirSync(folder)).toEqual([name]);
  });

  test("overwrites no file that has the look of a pending one", async () => {
    writeFileSync(join(folder, "a.pending"), "mine");
    await files.write(join(folder, "a"), bytes("x"));
    expect(readFileSync(join(folder, "a.pending"), "utf8")).toBe("mine");
  });
});
