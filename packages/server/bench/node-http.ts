import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { type MeasuredFigure, printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";
import { type ComparedServer, comparedServers } from "../../../scripts/bars/other-figures.ts";

// CPU time of a response over HTTP: the reference server behind `listen` and behind `@hono/node-server`, compared with a bare
// `node:http` server that always sends the same bytes. Each server and the load run in processes of their own. The load
// never sleeps: otherwise each server would also pay for waking it, and a slower server more often. The servers take turns. Two
// processes of one server differ by up to a tenth, and seldom by more, so all are started several times. The medians are compared.

const starts = repetitions(5);
const rounds = repetitions(9);
const warmUpRounds = repetitions(5);
const requestsPerRound = 6000;
const connections = 10;

const server = createReferenceServer({ seed: demoSeed() });
const brain = "/v1/brains/brain_operations";
const calls = {
  GET: { path: `${brain}/index?limit=20`, body: "" },
  PATCH: { path: `${brain}/messaging/bindings/binding_bridge`, body: '{"notifyBriefs":false}' },
};
type Method = keyof typeof calls;

const responseBodies = { GET: await readResponseBody("GET"), PATCH: await readResponseBody("PATCH") };

async function readResponseBody(method: Method): Promise<string> {
  const { path, body } = calls[method];
  const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
  const init = { method, headers, ...(body !== "" && { body }) };
  return (await server.fetch(server.baseUrl + path, init)).text();
}

const json = { "content-type": "application/json; charset=utf-8" };

/** The servers to compare. Each function starts one and returns its port. */
const servers = {
  /** The lowest possible cost. */
  async bare() {
    const bare = createServer((request, response) => {
      const text = responseBodies[request.method as Method];
      const respond = () => response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) }).end(text);
      if (request.method === "GET") respond();
      else request.on("data", () => {}).on("end", respond);
    });
    bare.listen(0, "127.0.0.1");
    await once(bare, "listening");
    return (bare.address() as AddressInfo).port;
  },
  /** What any server has to do that reads its requests: a router would come on top. */
  async byHand() {
    const indexBody = responseBodies.GET;
    let binding: object = JSON.parse(responseBodies.PATCH);
    const hand = createServer((request, response) => {
      const respond = (text: string) =>
        response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) }).end(text);
      if (request.headers["x-api-key"] !== server.apiKey) response.writeHead(401).end();
      else if (request.method === "GET") respond(indexBody);
      else {
        const chunks: Buffer[] = [];
        request
          .on("data", (chunk: Buffer) => void chunks.push(chunk))
          .on("end", () => {
            binding = { ...binding, ...JSON.parse(Buffer.concat(chunks).toString()) };
            respond(JSON.stringify(binding));
          });
      }
    });
    hand.listen(0, "127.0.0.1");
    await once(hand, "listening");
    return (hand.address() as AddressInfo).port;
  },
  /** `listen` in front of a server that keeps no journal. */
  async withoutJournal() {
    return (await listen(createReferenceServer({ seed: demoSeed(), maxJournalEntries: 0 }))).port;
  },
  /** `listen` with a `fetch` that does nothing, which is called with a `Request`. */
  async adapter() {
    const fetch: typeof server.fetch = async (input, init) => {
      const text = responseBodies[(input instanceof Request ? input.method : (init?.method ?? "GET")) as Method];
      return new Response(text, { headers: { ...json, "content-length": String(Buffer.byteLength(text)) } });
    };
    return (await listen({ fetch, baseUrl: server.baseUrl })).port;
  },
  async listener() {
    return (await listen(server)).port;
  },
  /** `@hono/node-server` without its replacements of the global `Request` and `Response`, which a library must not impose. */
  hono: () => startHono(false),
  /** `@hono/node-server` with its defaults. */
  honoWithGlobals: () => startHono(true),
};
type ServerName = keyof typeof servers;

async function startHono(overrideGlobalObjects: boolean): Promise<number> {
  const hono = createAdaptorServer({ fetch: (request: Request) => server.fetch(request), overrideGlobalObjects });
  hono.listen(0, "127.0.0.1");
  await once(hono, "listening");
  return (hono.address() as AddressInfo).port;
}

interface StartedServer {
  readonly child: ChildProcess;
  readonly port: number;
}

interface Task {
  readonly port: number;
  readonly method: Method;
}

const [role] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (role === "load") process.on("message", (task: Task) => void load(task).then(() => process.send?.("done")));
else if (role !== undefined) await serve(role as ServerName);
else await compare();

async function serve(name: ServerName): Promise<void> {
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.send?.(await servers[name]());
}

async function load({ port, method }: Task): Promise<void> {
  const { path, body } = calls[method];
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `x-api-key: ${server.apiKey}`,
    "accept: application/json",
    "user-agent: bench",
    ...(body === "" ? [] : ["content-type: application/json", `content-length: ${body.length}`]),
  ];
  const request = `${head.join("\r\n")}\r\n\r\n${body}`;
  let isDone = false;
  const stayAwake = () => void (isDone || setImmediate(stayAwake));
  stayAwake();
  const each = requestsPerRound / connections;
  await Promise.all(Array.from({ length: connections }, () => sendInTurn(port, request, each)));
  isDone = true;
}

/** Sends a request repeatedly over one connection, each time after the previous response. */
async function sendInTurn(port: number, request: string, count: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  let sent = 0;
  let received = "";
  const next = () => {
    received = "";
    if (sent === count) socket.end();
    else socket.write(request);
    sent += 1;
  };
  socket.on("connect", next);
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    const [head = "", body = ""] = received.split("\r\n\r\n");
    if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(head);
    if (body.length === Number(/content-length: (\d+)/i.exec(head)?.[1])) next();
  });
  await once(socket, "close");
}

async function compare(): Promise<void> {
  const measured: Record<"get" | "patch", Costs[]> = { get: [], patch: [] };
  for (let start = 0; start < starts; start += 1) {
    const { loading, started, stop } = await startProcesses();
    measured.get.push(await measureCosts("GET", started, loading));
    measured.patch.push(await measureCosts("PATCH", started, loading));
    stop();
  }
  const costs = { get: medianCosts(measured.get), patch: medianCosts(measured.patch) };

  const others = (["get", "patch"] as const).flatMap((method) =>
    (Object.keys(comparedServers) as ComparedServer[]).map((name): [string, MeasuredFigure] => [
      `http.${method}.${name}`,
      relativeToBare(costs[method], name),
    ]),
  );
  printFigures({
    "server.http-get": relativeToBare(costs.get, "listener"),
    "server.http-patch": relativeToBare(costs.patch, "listener"),
    ...Object.fromEntries(others),
  });
}

async function startProcesses() {
  const loading = fork(import.meta.filename, ["load"]);
  const started = new Map<ServerName, StartedServer>();
  for (const name of Object.keys(servers) as ServerName[]) {
    const child = fork(import.meta.filename, [name]);
    started.set(name, { child, port: (await once(child, "message"))[0] });
  }
  const stop = () => {
    for (const { child } of [{ child: loading }, ...started.values()]) child.kill();
  };
  return { loading, started, stop };
}

/** The CPU time of one response, in microseconds. */
type Costs = Readonly<Record<ServerName, number>>;

function medianCosts(all: readonly Costs[]): Costs {
  const names = Object.keys(servers) as ServerName[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((costs) => costs[name]))])) as Costs;
}

/** Returns the medians of all rounds. */
async function measureCosts(
  method: Method,
  started: ReadonlyMap<ServerName, StartedServer>,
  loading: ChildProcess,
): Promise<Costs> {
  const times = new Map<ServerName, number[]>();
  for (let round = 0; round < rounds + warmUpRounds; round += 1) {
    for (const [name, { child, port }] of started) {
      const before = await readCpuTime(child);
      loading.send({ port, method });
      await once(loading, "message");
      const time = ((await readCpuTime(child)) - before) / requestsPerRound;
      if (round >= warmUpRounds) times.set(name, [...(times.get(name) ?? []), time]);
    }
  }
  return Object.fromEntries(Array.from(times, ([name, all]) => [name, median(all)])) as Costs;
}

function relativeToBare(costs: Costs, name: ServerName): MeasuredFigure {
  const note = `${costs[name].toFixed(1)} µs, plain ${costs.bare.toFixed(1)} µs`;
  return { value: costs[name] / costs.bare, note };
}

async function readCpuTime(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = await once(child, "message");
  return user + system;
}
