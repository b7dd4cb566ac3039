import { bundle } from "@knowledge-base/internal/test-helpers/bundle.ts";
import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { beforeAll, expect, it } from "vitest";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { expectedReports } from "./call-with-drift.ts";

const { openTab } = useBrowser();

// Scripts of its own origin only, and no code generation; violations are reported.
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; img-src data:; report-uri /violation";

const files: Record<string, readonly [type: string, text: string]> = {
  "/": [
    "text/html",
    '<link rel="icon" href="data:,"><script src="/program.js"></script><script src="/start.js"></script>',
  ],
  "/start.js": ["text/javascript", "var reports = program.callWithDrift();"],
  "/worker.js": ["text/javascript", 'importScripts("/program.js"); program.callWithDrift().then(postMessage);'],
};

beforeAll(async () => {
  const program = await bundle(new URL("./call-with-drift.ts", import.meta.url), "program");
  files["/program.js"] = ["text/javascript", program];
});

it.each([
  { name: "a page", calls: "reports" },
  {
    name: "a web worker",
    calls: "new Promise((done) => { new Worker('/worker.js').onmessage = ({ data }) => done(data); })",
  },
])("client and server check values in $name without eval, and cause no violation of its policy", async ({ calls }) => {
  const violations: unknown[] = [];
  const origin = await startHttp(({ url = "" }, response) => {
    const [type, text] = files[url] ?? ["text/plain", ""];
    if (url === "/violation") violations.push(url);
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy }).end(text);
  });
  const tab = await openTab({}, [/unsafe-eval/]);
  await tab.goto(origin);
  expect(await tab.evaluate(calls)).toEqual(expectedReports);
  expect(violations).toEqual([]);
  // A program that tries to generate code does cause one.
  await tab.evaluate("setTimeout(() => { try { new Function(''); } catch {} })");
  await expect.poll(() => violations).toEqual(["/violation"]);
});
