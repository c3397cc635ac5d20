/**
 * The page in headless Chromium, from the real server: `termwise serve` of the built package over a
 * folder of indexes. Collects every error of the page (an exception, a policy violation) and every
 * request to another server.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright-core";
import { defined } from "../../../src/common/defined.ts";
import {
  type CreateOptions,
  createIndex,
  openEncoder,
  type SearchDocument,
} from "../../../src/search/index.ts";
import { FLAGS } from "../page.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SCREENSHOTS = join(ROOT, ".build/pictures");
/** Screenshots of the documentation; TERMWISE_PICTURES=docs updates them. */
const IN_DOCS = new Set([
  ...["search", "compare", "why", "neural", "words"],
  ...["judge", "learn", "evaluate", "narrow-search"],
]);
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The appearance of the page. */
export interface Appearance {
  readonly width?: number;
  readonly theme?: "light" | "dark";
}

/** A server, and pages of it. */
export interface PageServer {
  readonly address: string;
  /** Problems in any page so far; must be empty at the end. */
  readonly problems: readonly string[];
  /** Opens a view in a page of its own. */
  open(view: string, params?: Readonly<Record<string, string>>, looks?: Appearance): Promise<Page>;
  /** Sends a request to the server directly. */
  ask(path: string, body?: unknown, method?: string): Promise<unknown>;
  /** Runs a job on the server and waits for its end. */
  work(index: string, request: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The index and the encoder of the server. */
export interface ServeOptions {
  readonly fields?: CreateOptions["fields"];
  /** The folder of the encoder of the index. */
  readonly encoder?: string;
  /** More options of `termwise serve`. */
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Serves one index of these documents and starts a browser. */
export async function servePage(
  index: string,
  documents: readonly SearchDocument[],
  { environment = {}, fields, encoder, options: more = [] }: ServeOptions = {},
): Promise<PageServer> {
  const folder = await mkdtemp(join(tmpdir(), "termwise-page-"));
  const opened = encoder === undefined ? undefined : await openEncoder(encoder);
  const searchIndex = await createIndex(join(folder, index), {
    positions: true,
    ...defined({ fields, encoder: opened }),
  });
  await searchIndex.add(documents);
  await searchIndex.close();
  await opened?.close?.();
  const options = [...more, ...(encoder === undefined ? [] : ["--encoder", encoder])];
  const { child, address } = await startServer(folder, options, environment);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS],
  });
  const problems: string[] = [];
  const ask = async (
    path: string,
    body?: unknown,
    method = body === undefined ? "GET" : "POST",
  ) => {
    const headers = { "content-type": "application/json" };
    const requestInit = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const response = await fetch(`${address}/${path}`, { method, ...requestInit });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    address,
    ask,
    work: async (name, request) => {
      let job = await ask(`indexes/${name}/jobs`, request);
      while (job.state === "waiting" || job.state === "running") {
        await new Promise((resolve) => setTimeout(resolve, 200));
        job = await ask(`jobs/${job.id}`);
      }
      if (job.state !== "done") throw new Error(`the job is ${job.state}: ${job.error?.message}`);
    },
    problems,
    open: (view, params = {}, looks = {}) => {
      const search = new URLSearchParams(params).toString();
      const path = `#/${encodeURIComponent(index)}/${view}${search === "" ? "" : `?${search}`}`;
      return openView(browser, `${address}/${path}`, problems, looks);
    },
    close: async () => {
      await browser.close();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function startServer(
  folder: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const program = join(ROOT, "dist/apps/cli/main.js");
  const args = [program, "serve", folder, "--port", "0", "--no-log", ...options];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  for await (const line of createInterface(child.stdout)) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return { child, address };
  }
  throw new Error("the server ended before it listened");
}

/** Opens a URL in a page of its own and waits for the views; `problems` collects its errors. */
export async function openView(
  browser: Browser,
  address: string,
  problems: string[],
  { width = 1160, theme = "light" }: Appearance = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 760 },
    colorScheme: theme,
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const { origin } = new URL(address);
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // A refused request is shown to the user, and logged by the browser as an error of its own.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("blob:")) problems.push(`request: ${url}`);
  });
  await page.goto(address);
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  return page;
}

/** The findings of axe-core, as sentences. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, "utf8"));
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** The overflow of the page beyond the window in px. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
}

/** Saves a screenshot of the page, or of its visible part. */
export async function saveScreenshot(
  page: Page,
  name: string,
  { whole = false }: { readonly whole?: boolean } = {},
): Promise<void> {
  const isForDocs = process.env.TERMWISE_PICTURES === "docs" && IN_DOCS.has(name);
  const folder = isForDocs ? join(ROOT, "docs/img") : SCREENSHOTS;
  await mkdir(folder, { recursive: true });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `page-${name}.png`), fullPage: whole });
}
