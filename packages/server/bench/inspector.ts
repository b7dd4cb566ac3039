import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { printFigure } from "../../../scripts/budgets/measure.ts";
import { chromium as installed } from "../../../scripts/test/chromium.ts";
import { MeasuredCommand } from "./measured-command.ts";

// Sends the same requests to two servers at a constant rate, and has the page of the inspector open on one of them, then on the other.
// Prints the CPU time of the servers, that of the longest task of the page, and how much memory the page has gained.

const { values } = parseArgs({
  options: { requests: { type: "string", default: "10000" }, seconds: { type: "string", default: "60" } },
});
const requests = Number(values.requests);
const intervalMs = (Number(values.seconds) * 1000) / requests;

const first = await MeasuredCommand.start();
const second = await MeasuredCommand.start();
const browser = await chromium.launch({
  executablePath: installed.path,
  args: [...installed.flags, "--enable-precise-memory-info"],
});
const turns = [await measureTurn(first, second), await measureTurn(second, first)];
await browser.close();
await first.stop();
await second.stop();

const openTime = turns.reduce((sum, { open }) => sum + open, 0) / turns.length;
const closedTime = turns.reduce((sum, { closed }) => sum + closed, 0) / turns.length;
printFigure({
  name: "inspector.cpu",
  value: openTime / closedTime,
  note: `${openTime.toFixed(0)} µs and ${closedTime.toFixed(0)} µs for each request`,
});
printFigure({
  name: "inspector.longest-task",
  value: Math.max(...turns.map(({ longestTask }) => longestTask)),
  note: "milliseconds of CPU time of a task of the page",
});
printFigure({
  name: "inspector.memory-growth",
  value: Math.max(...turns.map(({ growth }) => growth)),
  note: "megabytes of the page's JavaScript",
});

/** Measures the page of one server, and the CPU time of both for each request. */
async function measureTurn(opened: MeasuredCommand, other: MeasuredCommand) {
  const page = await openInspector(opened);
  await sendRequests(requests / 10, intervalMs);
  const memory = await measureMemory(page);
  await browser.startTracing(page, { categories: ["toplevel"] });
  const before = [await opened.cpuTime(), await other.cpuTime()] as const;
  await sendRequests(requests, intervalMs);
  const open = ((await opened.cpuTime()) - before[0]) / requests;
  const closed = ((await other.cpuTime()) - before[1]) / requests;
  const longestTask = findLongestTask((await browser.stopTracing()).toString());
  const growth = (await measureMemory(page)) - memory;
  await page.close();
  return { open, closed, longestTask, growth };
}

async function sendRequests(count: number, everyMs: number): Promise<void> {
  const started = performance.now();
  const responses: Promise<unknown>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const early = started + sent * everyMs - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    // Neither server gets each request first.
    const order = sent % 2 === 0 ? [first, second] : [second, first];
    responses.push(...order.map(getIndex));
  }
  await Promise.all(responses);
}

async function getIndex({ ready }: MeasuredCommand): Promise<unknown> {
  const address = `${ready.url}/v1/brains/brain_operations/index?limit=20`;
  const send = () => fetch(address, { headers: { "x-api-key": ready.apiKeys[0] } });
  // On a busy machine, the server may close an idle connection just before it's used.
  return (await send().catch(send)).json();
}

async function openInspector({ ready }: MeasuredCommand): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(ready.inspectorUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}

interface Trace {
  readonly traceEvents: readonly {
    readonly name: string;
    readonly pid: number;
    readonly tid: number;
    readonly args: { readonly name?: string };
    /** Microseconds of CPU time of the thread. */
    readonly tdur?: number;
  }[];
}

/** Returns the milliseconds of the longest task of a page's main thread. */
function findLongestTask(json: string): number {
  const { traceEvents }: Trace = JSON.parse(json);
  const mains = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const ofPage = traceEvents.filter(({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid));
  return ofPage.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
}

async function measureMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const bytes: number = await page.evaluate("performance.memory.usedJSHeapSize");
  return bytes / 2 ** 20;
}
