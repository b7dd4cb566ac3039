import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright";
import { chromium as installed } from "../../../scripts/test/chromium.ts";

// Sends requests at a constant rate, first without and then with the open page of the inspector, several times in turn. Prints
// the CPU time of the server for each request, and what the requests cost the page: its longest task and its memory.

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "1" },
  },
});
const requests = Number(values.requests);
const intervalMs = (Number(values.seconds) * 1000) / requests;

/** Largest allowed CPU time with the page, relative to that without it. */
const maxRatio = 1.15;

interface StartedServer {
  readonly url: string;
  readonly inspectorUrl: string;
  readonly apiKey: string;
}

const child = fork(new URL("inspector-server.ts", import.meta.url));
const [server] = (await once(child, "message")) as [StartedServer];
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const browser = await chromium.launch({
  executablePath: installed.path,
  args: [...installed.flags, "--enable-precise-memory-info"],
});

await sendRequests(2000, 1);
const without: number[] = [];
const open: number[] = [];
const pages: string[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  without.push(await measureCpu());
  const page = await openInspector(browser);
  open.push(await measureCpu());
  pages.push(await describePage(page));
  await page.context().close();
}
const ratio = median(open) / median(without);
console.log(`${requests} requests in ${values.seconds} s, CPU time of the server for each request:
  without the page  ${format(without)} µs
  with the page     ${format(open)} µs, ${ratio.toFixed(2)} times (at most ${maxRatio})
${pages.join("\n")}`);
if (ratio > maxRatio) process.exitCode = 1;
await browser.close();
agent.destroy();
child.kill();

/** Returns the CPU time of the server for each request, in microseconds. */
async function measureCpu(): Promise<number> {
  const before = await readCpu();
  await sendRequests(requests, intervalMs);
  return ((await readCpu()) - before) / requests;
}

async function readCpu(): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

async function sendRequests(count: number, everyMs: number): Promise<void> {
  const started = performance.now();
  const responses: Promise<void>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const early = started + sent * everyMs - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    responses.push(sendRequest());
  }
  await Promise.all(responses);
}

async function sendRequest(): Promise<void> {
  const url = `${server.url}/v1/brains/brain_operations/index?limit=20`;
  const sent = request(url, { agent, headers: { "x-api-key": server.apiKey } });
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
}

async function openInspector(launched: Browser): Promise<Page> {
  const page = await (await launched.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  await page.goto(server.inspectorUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate("tasks.length = 0");
  return page;
}

async function describePage(page: Page): Promise<string> {
  const count = await page.getByRole("status").filter({ hasText: "requests" }).innerText();
  const tasks = (await page.evaluate("tasks")) as number[];
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const bytes = (await page.evaluate("performance.memory.usedJSHeapSize")) as number;
  const longest = tasks.length === 0 ? "less than 50" : Math.max(...tasks).toFixed(0);
  return `The page shows ${count}: longest task ${longest} ms, ${tasks.length} tasks of 50 ms or more, ${(bytes / 1024 / 1024).toFixed(1)} MB of JavaScript`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

function format(numbers: readonly number[]): string {
  return numbers.map((number) => number.toFixed(0)).join(", ");
}
