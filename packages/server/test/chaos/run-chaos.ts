import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { createModelState, type Records } from "../model/model-state.ts";
import { recordsOf } from "../records-of.ts";
import { BrokenInvariant } from "./broken-invariant.ts";
import { ChaosClient } from "./chaos-client.ts";
import { ChaosProxy } from "./chaos-proxy.ts";
import { DelayWatch } from "./delay-watch.ts";
import { containsKey } from "./printed-key.ts";

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
const seed = readNumber("seed", 0);
const durationMs = readNumber("minutes", 0) * 60_000;
const indexes = Array.from({ length: readNumber("clients", 1) }, (_, index) => index);
const checkEvery = 25;

const print = (line: string) => process.stdout.write(`${line}\n`);
const failure = Promise.withResolvers<never>();
failure.promise.catch(() => {}); // It may be rejected before it is awaited.
let isOver = false;
const command = startCommand();
const delayWatch = new DelayWatch();
const proxy = new ChaosProxy(await command.url, failure.reject);
const apiKeys: string[] = [];
const clients: ChaosClient[] = [];
print(`seed ${seed}: ${indexes.length} clients for ${durationMs / 1000} s`);

try {
  const server = await connect(await command.url);
  const at = await server.clock.freeze();
  const baseUrl = await proxy.listen();
  for (const index of indexes) clients.push(await openClient(server, baseUrl, Date.parse(at), index));
  const end = performance.now() + durationMs;
  await Promise.race([Promise.all(clients.map((client, index) => runClient(client, index, end))), failure.promise]);
  for (const apiKey of apiKeys) {
    if (containsKey(command.output(), apiKey)) throw new BrokenInvariant("The command has printed an API key.");
  }
  const calls = clients.reduce((sum, { callCount }) => sum + callCount, 0);
  const requests = clients.reduce((sum, { requestCount }) => sum + requestCount, 0);
  print(`No invariant was broken: ${calls} calls, ${requests} requests.`);
} catch (error) {
  print(error instanceof BrokenInvariant ? error.message : String(Object(error).stack));
  print(
    `Repeat it with: node --conditions=@knowledge-base/source packages/server/test/chaos/run-chaos.ts --seed=${seed} --minutes=${values.minutes} --clients=${values.clients}`,
  );
  process.exitCode = 1;
} finally {
  isOver = true;
  delayWatch.stop();
  proxy.close();
  command.child.kill();
}

/** @throws Error if a flag is no number, or is too small */
function readNumber(name: keyof typeof values, least: number): number {
  const number = Number(values[name]);
  if (values[name].trim() !== "" && Number.isFinite(number) && number >= least) return number;
  throw new Error(`--${name} must be a number, at least ${least} (got "${values[name]}").`);
}

async function openClient(
  server: ConnectedServer,
  baseUrl: string,
  nowMs: number,
  index: number,
): Promise<ChaosClient> {
  const { id, apiKey } = await server.control.organizations.create({
    apiKey: `kb_chaos_${randomBytes(12).toString("hex")}`,
    seed: demoSeed({ organizationId: "org_harbour_line" }),
  });
  const organization = server.organization(id);
  const snapshot = await organization.snapshot();
  const { version: _, ...records } = recordsOf({ snapshot: () => snapshot });
  const modelState = { ...createModelState(), nowMs, records: records as Records };
  const client = new ChaosClient({
    baseUrl,
    apiKey,
    seed: seed + index * 1_000_003,
    organization,
    modelState,
    delayWatch,
  });
  apiKeys.push(apiKey);
  proxy.observe(apiKey, client);
  return client;
}

async function runClient(client: ChaosClient, index: number, end: number): Promise<void> {
  try {
    for (let turn = 1; performance.now() < end && !isOver; turn += 1) {
      await client.takeTurn();
      if (turn % checkEvery === 0) await client.check();
    }
    await proxy.settled();
    await client.check();
  } catch (error) {
    if (error instanceof BrokenInvariant) error.message = `Client ${index}: ${error.message}`;
    throw error;
  }
}

/** Starts the command. Its log is kept, up to a length. */
function startCommand(): {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
  readonly output: () => string;
} {
  const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, cli, "--port=0", "--json", "--exit-with-parent"], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  const url = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      if (output.length < 10_000_000) output += chunk;
      const [line] = /\{.*"url".*\}/.exec(output) ?? [];
      if (line !== undefined) url.resolve((JSON.parse(line) as { readonly url: string }).url);
    });
  }
  void once(child, "exit").then(() => {
    const error = new Error(`The command has ended: ${output.slice(-2000)}`);
    url.reject(error);
    if (!isOver) failure.reject(error);
  });
  return { child, url: url.promise, output: () => output };
}
