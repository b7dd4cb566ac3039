import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createReferenceServer } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { BrokenInvariant, ChaosClient, containsKey } from "./chaos-client.ts";
import { ChaosProxy } from "./chaos-proxy.ts";

// Runs clients against the command through a proxy that cuts, delays, truncates and duplicates requests and responses, while
// faults are planned, organizations are restored and clocks are moved. Fails with the seed of the run if something happened that
// must never happen.

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "8" },
    seed: { type: "string", default: String(randomInt(1_000_000_000)) },
  },
});
const [seed, minutes, count] = [values.seed, values.minutes, values.clients].map(Number) as [number, number, number];
if (!(seed >= 0 && minutes >= 0 && count >= 1)) throw new Error("--seed, --minutes and --clients must be numbers.");

const failure = Promise.withResolvers<never>();
failure.promise.catch(() => {}); // It may be rejected before it is awaited.
let isOver = false;
let output = "";
const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const command = spawn(process.execPath, [...process.execArgv, cli, "--port=0", "--json", "--exit-with-parent"]);
const started = Promise.withResolvers<string>();
for (const stream of [command.stdout, command.stderr]) {
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    if (output.length < 10_000_000) output += chunk;
    const [line] = /\{.*"url".*\}/.exec(output) ?? [];
    if (line !== undefined) started.resolve((JSON.parse(line) as { readonly url: string }).url);
  });
}
void once(command, "exit").then(() => {
  if (!isOver) failure.reject(new Error(`The command has ended: ${output.slice(-2000)}`));
});
const url = await Promise.race([started.promise, failure.promise]);
const proxy = new ChaosProxy(url, failure.reject);
process.stdout.write(`seed ${seed}: ${count} clients for ${minutes} minutes\n`);

try {
  const server = await connect(url);
  const at = Date.parse(await server.clock.freeze());
  const baseUrl = await proxy.listen();
  const clients = await Promise.all(
    Array.from({ length: count }, (_, index) => openClient(server, baseUrl, at, index)),
  );
  const end = performance.now() + minutes * 60_000;
  await Promise.race([Promise.all(clients.map((client) => runClient(client, end))), failure.promise]);
  for (const apiKey of proxy.observers.keys()) {
    if (containsKey(output, apiKey)) throw new BrokenInvariant("The command has printed an API key.");
  }
  const calls = clients.reduce((sum, { callCount }) => sum + callCount, 0);
  const requests = clients.reduce((sum, { requestCount }) => sum + requestCount, 0);
  process.stdout.write(`No invariant was broken: ${calls} calls, ${requests} requests.\n`);
} catch (error) {
  const again = `--seed=${seed} --minutes=${minutes} --clients=${count}`;
  process.stdout.write(`${error instanceof BrokenInvariant ? error.message : String(Object(error).stack)}\n`);
  process.stdout.write(`Repeat it with: ${[process.argv0, ...process.execArgv, process.argv[1], again].join(" ")}\n`);
  process.exitCode = 1;
} finally {
  isOver = true;
  proxy.close();
  command.kill();
}

async function openClient(server: ConnectedServer, baseUrl: string, at: number, index: number): Promise<ChaosClient> {
  const created = {
    id: `org_chaos_${index}`,
    apiKey: `kb_chaos_${randomBytes(12).toString("hex")}`,
    seed: demoSeed({ organizationId: "org_harbour_line" }),
  };
  await server.control.organizations.create(created);
  const twin = createReferenceServer({ clock: { now: () => at } });
  twin.control.organizations.create(created);
  const client = new ChaosClient({
    baseUrl,
    apiKey: created.apiKey,
    seed: seed + index * 1_000_003,
    organization: server.organization(created.id),
    twin: twin.organization(created.id),
  });
  proxy.observers.set(created.apiKey, client);
  return client;
}

async function runClient(client: ChaosClient, end: number): Promise<void> {
  for (let turn = 1; performance.now() < end && !isOver; turn += 1) {
    await client.takeTurn();
    if (turn % 25 === 0) await client.check();
  }
  await proxy.settled();
  await client.check();
}
