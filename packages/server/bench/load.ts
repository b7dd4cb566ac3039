import { parseArgs } from "node:util";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { contract, type OperationId, pathParamNames } from "@knowledge-base/types";
import autocannon from "autocannon";
import { median } from "../../../scripts/bars/median.ts";
import { MeasuredCommand } from "./measured-command.ts";

// Loads the built command with all six operations mixed, and with the controls that give an archive and an unbind
// something to do again. Each connection has an organization of its own. An answer with another status than the documented
// one is an error. Fails where there is one, or where the memory in use after a forced collection has grown since the
// warm-up by more than the noise: some of it is of requests that came in between.

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "5" }, connections: { type: "string", default: "64" } },
});
const seconds = Number(values.minutes) * 60;
const connections = Number(values.connections);
const warmUpSeconds = Math.min(60, seconds / 3);
const pagesOfEachBrain = 100;
const tolerance = 0.05;

const calls: readonly { readonly id: OperationId; readonly query?: string; readonly body?: object }[] = [
  { id: "promptIndex.get", query: "?limit=20" },
  { id: "channels.list", query: "?installationId=installation_{connection}" },
  { id: "promptIndex.get" },
  { id: "bindings.update", body: { notifyBriefs: false } },
  { id: "oauth.start" },
  { id: "promptIndex.get", query: "?limit=5" },
  { id: "pages.archive" },
  { id: "bindings.unbind" },
];

const unexpected = new Map<string, number>();

function expectStatus(what: string, expected: number) {
  return (status: number) => {
    const seen = `${what} answered ${status}`;
    if (status !== expected) unexpected.set(seen, (unexpected.get(seen) ?? 0) + 1);
  };
}

/** The records of a connection, named after it. */
function recordsOf(connection: number) {
  return {
    organizationId: `organization_${connection}`,
    apiKey: `key_${connection}`,
    brainId: `brain_${connection}`,
    slug: "page-7",
    installationId: `installation_${connection}`,
    channelId: `C_${connection}`,
    bindingId: `binding_${connection}`,
  };
}

async function seed(server: ConnectedServer, connection: number): Promise<void> {
  const { organizationId, apiKey, brainId, installationId, channelId, bindingId } = recordsOf(connection);
  const { control } = server;
  await control.organizations.create({ id: organizationId, apiKey });
  await control.brains.create({ id: brainId, organizationId });
  for (let page = 0; page < pagesOfEachBrain; page += 1) {
    await control.pages.create({
      brainId,
      slug: `page-${page}`,
      title: `Page ${page}`,
      summary: "Word ".repeat(40),
      body: "Text",
    });
  }
  await control.installations.create({ id: installationId, organizationId });
  await control.channels.create({ id: channelId, installationId, name: "channel" });
  await control.bindings.create({ id: bindingId, brainId, installationId, channelId });
}

function requestsOf(connection: number): autocannon.Request[] {
  const records = recordsOf(connection);
  const ids = new Map<string, string>(Object.entries(records));
  const headers = { "x-api-key": records.apiKey, "content-type": "application/json" };
  const requests = calls.map(({ id, query = "", body }) => {
    const { method, path, success } = contract[id];
    const filled = pathParamNames(path).reduce(
      (url, name) => url.replace(`{${name}}`, ids.get(name) ?? ""),
      path as string,
    );
    return {
      method,
      path: filled + query.replace("{connection}", `${connection}`),
      headers,
      ...(body && { body: JSON.stringify(body) }),
      onResponse: expectStatus(id, success.status),
    };
  });
  const { brainId, slug, installationId, channelId, bindingId } = records;
  return [
    ...requests,
    control("pages/restore", { brainId, slug }),
    control("bindings/create", { id: bindingId, brainId, installationId, channelId }),
  ];
}

function control(command: string, input: object): autocannon.Request {
  return {
    method: "POST",
    path: `/_control/${command}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
    onResponse: expectStatus(command, 200),
  };
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

const command = await MeasuredCommand.start();
const server = await connect(command.url);
for (let connection = 0; connection < connections; connection += 1) await seed(server, connection);

let next = 0;
const heapSizes: number[] = [];
const started = performance.now();
const measure = async () => {
  const heap = await command.heapAfterCollection();
  const elapsed = (performance.now() - started) / 1000;
  if (elapsed >= warmUpSeconds) heapSizes.push(heap);
  console.log(
    `${elapsed.toFixed(0).padStart(4)} s: heap ${megabytes(heap)}, resident ${megabytes(await command.resident())}`,
  );
};
const timer = setInterval(() => void measure(), Math.min(15, seconds / 10) * 1000);
const result = await autocannon({
  url: command.url,
  connections,
  duration: seconds,
  setupClient: (client) => {
    client.setRequests(requestsOf(next % connections));
    next += 1;
  },
});
clearInterval(timer);
await measure();
await command.stop();

const half = Math.floor(heapSizes.length / 2);
const growth = median(heapSizes.slice(-half)) / median(heapSizes.slice(0, half)) - 1;
const { requests, latency, errors, timeouts } = result;
console.log(`${requests.total} requests in ${seconds} s over ${connections} connections, ${requests.average} a second`);
console.log(`latency in ms: median ${latency.p50}, 99 % ${latency.p99}, longest ${latency.max}`);
console.log(`errors ${errors}, timeouts ${timeouts}, other statuses ${unexpected.size === 0 ? "none" : ""}`);
for (const [seen, count] of unexpected) console.log(`  ${seen}: ${count} times`);
console.log(
  `heap since the warm-up of ${warmUpSeconds} s: second half ${(growth * 100).toFixed(1)} % over the first, medians`,
);
if (errors + timeouts + unexpected.size > 0 || growth > tolerance) process.exitCode = 1;
