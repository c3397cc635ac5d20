/** The examples for browsers run in Chromium, in a page that finds the library by an import map. */

import { describe, expect, test } from "vitest";
import { EXAMPLES } from "../built/examples.ts";
import { openPage } from "./page.ts";

const LIBRARY = JSON.stringify({ imports: { termwise: "/dist/src/index.js" } });

describe.each([true, false])("in Chromium, cross-origin isolated: %s", (isolated) => {
  test.each(EXAMPLES.filter(({ inChromium }) => inChromium))(
    "$name prints its documented output",
    async ({ code, prints }) => {
      const { page, close } = await openPage({ isolated });
      try {
        const lines: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "log") lines.push(message.text());
        });
        const failed = new Promise<never>((_, reject) => page.on("pageerror", reject));
        await page.addScriptTag({ type: "importmap", content: LIBRARY });
        await page.addScriptTag({ type: "module", content: `${code}\nconsole.log("(done)");` });
        await Promise.race([
          expect.poll(() => lines.at(-1), { timeout: 30_000 }).toBe("(done)"),
          failed,
        ]);
        expect(lines.slice(0, -1).join("\n")).toBe(prints);
      } finally {
        await close();
      }
    },
  );
});
