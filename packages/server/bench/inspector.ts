import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { printFigure } from "../../../scripts/budgets/measure.ts";
import { chromium as installed } from "../../../scripts/test/chromium.ts";
import { MeasuredCommand } from "./measured-command.ts";

// Sends requests at a constant rate, first without and then with the open page of the inspector. Prints the CPU time of the server,
// that of the longest task of the page, and how much memory the page has gained.

const { values } = parseArgs({
  options: { requests: { type: "string", default: "10000" }, seconds: { type: "string", default: "60" } },
});
const requests = Number(values.requests);
const intervalMs = (Number(values.seconds) * 1000) / requests;

const command = await MeasuredCommand.start();
const { url, inspectorUrl, apiKeys } = command.ready;
const browser = await chromium.launch({
  executablePath: installed.path,
  args: [...installed.flags, "--enable-precise-memory-info"],
});
await sendRequests(2000, 1);
const closed = await measureCpu();
const page = await openInspector();
const before = await measureMemory(page);
await browser.startTracing(page, { categories: ["toplevel"] });
const open = await measureCpu();
const longest = findLongestTask((await browser.stopTracing()).toString());
const after = await measureMemory(page);
printFigure({
  name: "inspector.cpu",
  value: open / closed,
  note: `${open.toFixed(0)} µs and ${closed.toFixed(0)} µs for each request`,
});
printFigure({ name: "inspector.longest-task", value: longest, note: "milliseconds of CPU time of a task of the page" });
printFigure({
  name: "inspector.memory-growth",
  value: after - before,
  note: `megabytes of the page's JavaScript: from ${before.toFixed(1)} to ${after.toFixed(1)}`,
});
await browser.close();
await command.stop();

/** Returns the microseconds of CPU time of the server for each request. */
async function measureCpu(): Promise<number> {
  const before = await command.cpuTime();
  await sendRequests(requests, intervalMs);
  return ((await command.cpuTime()) - before) / requests;
}

async function sendRequests(count: number, everyMs: number): Promise<void> {
  const started = performance.now();
  const responses: Promise<unknown>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const early = started + sent * everyMs - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    responses.push(getIndex());
  }
  await Promise.all(responses);
}

async function getIndex(): Promise<unknown> {
  const address = `${url}/v1/brains/brain_operations/index?limit=20`;
  return (await fetch(address, { headers: { "x-api-key": apiKeys[0] } })).json();
}

async function openInspector(): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await opened.goto(inspectorUrl);
  await opened.getByText("Live", { exact: true }).waitFor();
  await opened.waitForTimeout(1000);
  return opened;
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

async function measureMemory(measured: Page): Promise<number> {
  const session = await measured.context().newCDPSession(measured);
  await session.send("HeapProfiler.collectGarbage");
  const bytes: number = await measured.evaluate("performance.memory.usedJSHeapSize");
  return bytes / 2 ** 20;
}
