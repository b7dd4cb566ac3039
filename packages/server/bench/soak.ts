import { createHistogram } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { median } from "../../../scripts/budgets/measure.ts";
import { MeasuredCommand } from "./measured-command.ts";

// Sends requests to the built command over many connections, each with an organization of its own. Meanwhile faults are planned,
// and organizations are restored and reset, except with --calm. Fails if a request fails in a way that was not planned, or if the
// memory in use after garbage collection has grown since the warm-up.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    connections: { type: "string", default: "64" },
    calm: { type: "boolean", default: false },
  },
});
const durationMs = Number(values.minutes) * 60_000;
const connections = Number(values.connections);
const warmUpMs = Math.min(60_000, durationMs / 3);
const tolerance = 0.05;
const callerTimeoutMs = 2000;

const brain = "/v1/brains/brain_operations";
const binding = `${brain}/messaging/bindings/binding_bridge`;

/** The requests of a connection, with the statuses that they have without a fault: a binding is gone once it was unbound. */
const requests: readonly { readonly method: string; readonly path: string; readonly statuses: readonly number[] }[] = [
  { method: "GET", path: `${brain}/index?limit=20`, statuses: [200] },
  { method: "PATCH", path: binding, statuses: [200, 404] },
  { method: "GET", path: `${brain}/index`, statuses: [200] },
  { method: "POST", path: `${brain}/pages/weather-limits/archive`, statuses: [201] },
  { method: "POST", path: `${brain}/messaging/oauth/start`, statuses: [200] },
  { method: "DELETE", path: binding, statuses: [200, 404] },
  { method: "GET", path: `${brain}/unknown`, statuses: [404] },
];

type Organization = ReturnType<ConnectedServer["organization"]>;

/** What happens to an organization while its connection sends requests, in turns: an odd number, so that each reaches all of them. */
const disturbances: readonly ((organization: Organization) => Promise<unknown>)[] = [
  ({ faults }) => faults.add({ kind: "status", status: 503, retryAfter: 1, times: 3 }),
  async (organization) => organization.restore(await organization.snapshot()),
  ({ faults }) => faults.add({ kind: "gateway_html", status: 502, afterCommit: true }),
  ({ faults }) => faults.add({ kind: "latency", latency: 20, times: 5 }),
  (organization) => organization.reset(),
  ({ faults }) => faults.add({ kind: "connection_reset", operation: "promptIndex.get" }),
  async ({ faults }) => {
    await faults.add({ kind: "merge", operation: "promptIndex.get", status: 500, merge: { planned: true } });
    await faults.add({ kind: "response", operation: "promptIndex.get", status: 599, body: "planned", skip: 1 });
  },
  ({ journal }) => journal.entries({ last: 20 }),
  ({ faults }) => faults.add({ kind: "hang", operation: "oauth.start" }),
  ({ control }) => control.brains.sendDailyBrief({ brainId: "brain_operations" }),
  ({ faults }) => faults.clear(),
];

/** Statuses that only faults have. */
const plannedStatuses = [500, 502, 503, 599];

const outcomes = new Map<string, number>();
const unplanned = new Map<string, number>();
const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

const latencies = createHistogram();

const command = await MeasuredCommand.start();
const server = await connect(command.ready.url);
const seed = demoSeed({ organizationId: "org_harbour_line" });
const organizations: { readonly apiKey: string; readonly organization: Organization }[] = [];
for (let index = 0; index < connections; index += 1) {
  const { id, apiKey } = await server.control.organizations.create({ seed });
  organizations.push({ apiKey, organization: server.organization(id) });
}

const start = performance.now();
const end = start + durationMs;
const isRunning = () => performance.now() < end;
const heapSizes: number[] = [];
const senders = organizations.map(({ apiKey }) => sendRequests(apiKey));
await Promise.all([...senders, measureMemory(), values.calm || disturb()]);
await command.stop();

const half = Math.floor(heapSizes.length / 2);
const growth = median(heapSizes.slice(-half)) / median(heapSizes.slice(0, half)) - 1;
console.log(`${latencies.count} requests over ${connections} connections, ${perSecond(latencies.count)} a second`);
console.log(`latency: median ${latencies.percentile(50)} ms, 99 % ${latencies.percentile(99)} ms`);
for (const [outcome, times] of outcomes) console.log(`  ${outcome}: ${times}`);
console.log(`not planned: ${unplanned.size === 0 ? "nothing" : ""}`);
for (const [outcome, times] of unplanned) console.log(`  ${outcome}: ${times}`);
console.log(`median of the heap since the warm-up: second half ${(growth * 100).toFixed(1)} % over the first`);
if (unplanned.size > 0 || growth > tolerance) process.exitCode = 1;

async function sendRequests(apiKey: string): Promise<void> {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  for (let index = 0; isRunning(); index += 1) {
    const { method, path, statuses } = requests[index % requests.length] as (typeof requests)[number];
    const name = `${method} ${path.replace(/\?.*/, "")}`;
    try {
      const sent = performance.now();
      const response = await fetch(command.ready.url + path, {
        method,
        headers,
        signal: AbortSignal.timeout(callerTimeoutMs),
        ...(method === "PATCH" && { body: '{"notifyBriefs":false}' }),
      });
      await response.text();
      latencies.record(Math.max(1, Math.round(performance.now() - sent)));
      const { status } = response;
      const isPlanned = statuses.includes(status) || plannedStatuses.includes(status);
      count(isPlanned ? outcomes : unplanned, `${name} ${status}`);
    } catch (error) {
      // A hang ends with the timeout of the caller.
      const { name: errorName, cause } = error as Error;
      const code = errorName === "TimeoutError" ? errorName : (cause as { readonly code?: string } | undefined)?.code;
      const isPlanned =
        (code === "TimeoutError" && path.endsWith("/oauth/start")) ||
        (code === "ECONNRESET" && path.startsWith(`${brain}/index`));
      count(isPlanned ? outcomes : unplanned, `${name} ${code ?? String(error)}`);
    }
  }
}

async function disturb(): Promise<void> {
  for (let index = 0; isRunning(); index += 1) {
    const disturbance = disturbances[index % disturbances.length] as (typeof disturbances)[number];
    const { organization } = organizations[(index * 7) % connections] as (typeof organizations)[number];
    await disturbance(organization).then(
      () => count(outcomes, "disturbances"),
      (error: unknown) => count(unplanned, `${disturbance.toString()}: ${String(error)}`),
    );
    await wait(20);
  }
}

async function measureMemory(): Promise<void> {
  while (isRunning()) {
    await wait(Math.min(15_000, durationMs / 20));
    const heap = await command.heapBytes();
    const elapsedMs = performance.now() - start;
    if (elapsedMs >= warmUpMs) heapSizes.push(heap);
    const seconds = (elapsedMs / 1000).toFixed(0).padStart(4);
    console.log(`${seconds} s: heap ${megabytes(heap)}, resident ${megabytes(await command.residentBytes())}`);
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function perSecond(total: number): number {
  return Math.round((total / durationMs) * 1000);
}
