import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright";
import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";
import { chromium as installed } from "../../../scripts/test/chromium.ts";

// Sends requests at a constant rate, first without and then with the open page of the inspector, several times in turn. Prints
// the CPU time of the server for each request, and what the requests cost the page: its longest task and its memory.

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "1" },
    json: { type: "boolean" },
    short: { type: "boolean" },
  },
});
const requests = repetitions(Number(values.requests));
const intervalMs = (repetitions(Number(values.seconds)) * 1000) / requests;

/** Time and memory that the page used for the requests. */
interface PageCosts {
  readonly shown: string;
  /** Milliseconds of the tasks that took 50 ms or more. */
  readonly longTasks: readonly number[];
  readonly megabytes: number;
}

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
const pages: PageCosts[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  without.push(await measureCpu());
  const page = await openInspector(browser);
  open.push(await measureCpu());
  pages.push(await measurePage(page));
  await page.context().close();
}
printFigures({
  "inspector.cpu": { value: median(open) / median(without) },
  "inspector.closed": { value: median(without) },
  "inspector.open": { value: median(open) },
  "inspector.longest-task": { value: Math.max(50, ...pages.flatMap(({ longTasks }) => longTasks)) },
  "inspector.long-tasks": { value: Math.max(...pages.map(({ longTasks }) => longTasks.length)) },
  "inspector.memory": {
    value: Math.max(...pages.map(({ megabytes }) => megabytes)),
    note: pages.map(({ shown }) => shown).join(", "),
  },
});
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

async function measurePage(page: Page): Promise<PageCosts> {
  const shown = await page.getByRole("status").filter({ hasText: "requests" }).innerText();
  const longTasks = (await page.evaluate("tasks")) as number[];
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const bytes = (await page.evaluate("performance.memory.usedJSHeapSize")) as number;
  return { shown, longTasks, megabytes: bytes / 1024 / 1024 };
}
