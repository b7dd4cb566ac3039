import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";

// CPU time of an answer over HTTP: the reference server behind `listen`, beside a bare `node:http` server that answers
// every request with the same bytes. Each side is a process of its own, and so is the load. The load never sleeps, because
// the server would pay for waking it, the more often the slower it is. The sides take turns; the medians are compared.

const rounds = 15;
const warmUpRounds = 5;
const requestsPerRound = 6000;
const connections = 10;

const server = createReferenceServer({ seed: demoSeed() });
const brain = "/v1/brains/brain_operations";
const calls = {
  GET: { path: `${brain}/index?limit=20`, body: "" },
  PATCH: { path: `${brain}/messaging/bindings/binding_bridge`, body: '{"notifyBriefs":false}' },
};
type Method = keyof typeof calls;

const answers = { GET: await answerTo("GET"), PATCH: await answerTo("PATCH") };

async function answerTo(method: Method): Promise<string> {
  const { path, body } = calls[method];
  const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
  const init = { method, headers, ...(body !== "" && { body }) };
  return (await server.fetch(server.baseUrl + path, init)).text();
}

const json = { "content-type": "application/json; charset=utf-8" };

/** How a side takes requests. Each gives its port. */
const sides = {
  /** What it costs in any case. */
  async bare() {
    const bare = createServer((request, response) => {
      const text = answers[request.method as Method];
      const respond = () => response.writeHead(200, { ...json, "content-length": Buffer.byteLength(text) }).end(text);
      if (request.method === "GET") respond();
      else request.on("data", () => {}).on("end", respond);
    });
    bare.listen(0, "127.0.0.1");
    await once(bare, "listening");
    return (bare.address() as AddressInfo).port;
  },
  /** `listen` in front of a `fetch` that has nothing to do. */
  async adapter() {
    const fetch: typeof server.fetch = async (input, init) => {
      const text = answers[(input instanceof Request ? input.method : (init?.method ?? "GET")) as Method];
      return new Response(text, { headers: { ...json, "content-length": String(Buffer.byteLength(text)) } });
    };
    return (await listen({ fetch, baseUrl: server.baseUrl })).port;
  },
  async listener() {
    return (await listen(server)).port;
  },
};
type Side = keyof typeof sides;

interface Task {
  readonly port: number;
  readonly method: Method;
}

const [role] = process.argv.slice(2);
if (role === "load") process.on("message", (task: Task) => void load(task).then(() => process.send?.("done")));
else if (role !== undefined) await serve(role as Side);
else await compare();

async function serve(side: Side): Promise<void> {
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.send?.(await sides[side]());
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

/** Sends a request again and again over one connection, each after the answer to the one before. */
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
  const loading = fork(import.meta.filename, ["load"]);
  const processes = new Map<Side, ChildProcess>();
  const ports = new Map<Side, number>();
  for (const side of Object.keys(sides) as Side[]) {
    const child = fork(import.meta.filename, [side]);
    processes.set(side, child);
    ports.set(side, (await once(child, "message"))[0]);
  }
  for (const method of Object.keys(calls) as Method[]) {
    const times = new Map<Side, number[]>();
    for (let round = 0; round < rounds + warmUpRounds; round += 1) {
      for (const [side, child] of processes) {
        const before = await cpuTimeOf(child);
        loading.send({ port: ports.get(side), method });
        await once(loading, "message");
        const time = ((await cpuTimeOf(child)) - before) / requestsPerRound;
        if (round >= warmUpRounds) times.set(side, [...(times.get(side) ?? []), time]);
      }
    }
    const [bare, adapter, listener] = [...times.values()].map(median) as [number, number, number];
    console.log(`${method} over HTTP: bare node:http ${bare.toFixed(1)} µs, listener ${listener.toFixed(1)} µs`);
    console.log(`${method} over HTTP: adapter alone / bare node:http = ${(adapter / bare).toFixed(2)} in CPU time`);
    console.log(`${method} over HTTP: listener / bare node:http = ${(listener / bare).toFixed(2)} in CPU time`);
  }
  for (const child of [loading, ...processes.values()]) child.kill();
}

async function cpuTimeOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = await once(child, "message");
  return user + system;
}

function median(times: number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN;
}
