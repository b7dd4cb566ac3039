import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { median, printFigure } from "../../../scripts/budgets/measure.ts";

// CPU time of a response over HTTP, relative to a plain `node:http` server that always sends the same bytes. This program starts
// itself once for each server and once for the load. Two processes of one server differ by up to a tenth, so they are started
// several times, and the medians are compared.

const starts = 4;
const rounds = 5;
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

interface Task {
  readonly port: number;
  readonly method: Method;
}

const [, , role] = process.argv;
if (role === "load") {
  process.on("message", (task: Task) => void sendRequests(task).then(() => process.send?.("done")));
} else if (role !== undefined) {
  process.on("message", () => process.send?.(process.cpuUsage()));
  process.send?.(role === "plain" ? await startPlainServer() : (await listen(server)).port);
} else {
  const ratios = { GET: [] as number[], PATCH: [] as number[] };
  for (let start = 0; start < starts; start += 1) {
    const load = fork(import.meta.filename, ["load"]);
    const servers = { reference: await startServer("reference"), plain: await startServer("plain") };
    for (const method of ["GET", "PATCH"] as const) ratios[method].push(await compareServers(method, servers, load));
    for (const child of [load, servers.reference.child, servers.plain.child]) child.kill();
  }
  printFigure({ name: "server.http-get", value: median(ratios.GET) });
  printFigure({ name: "server.http-patch", value: median(ratios.PATCH) });
}

interface StartedServer {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startServer(name: "reference" | "plain"): Promise<StartedServer> {
  const child = fork(import.meta.filename, [name]);
  const [port] = await once(child, "message");
  return { child, port };
}

/** Returns the median of the ratios of all rounds, in which the servers take turns. */
async function compareServers(
  method: Method,
  { reference, plain }: { readonly reference: StartedServer; readonly plain: StartedServer },
  load: ChildProcess,
): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round += 1)
    measured.push((await measure(reference, method, load)) / (await measure(plain, method, load)));
  return median(measured.slice(warmUpRounds));
}

/** Returns the CPU time of a server for the requests of one round. */
async function measure({ child, port }: StartedServer, method: Method, load: ChildProcess): Promise<number> {
  const before = await readCpuTime(child);
  load.send({ port, method });
  await once(load, "message");
  return (await readCpuTime(child)) - before;
}

async function readCpuTime(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = await once(child, "message");
  return user + system;
}

async function startPlainServer(): Promise<number> {
  const bodies = { GET: await readResponseBody("GET"), PATCH: await readResponseBody("PATCH") };
  const plain = createServer((request, response) => {
    const text = bodies[request.method as Method];
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
    };
    const respond = () => response.writeHead(200, headers).end(text);
    if (request.method === "GET") respond();
    else request.on("data", () => {}).on("end", respond);
  });
  plain.listen(0, "127.0.0.1");
  await once(plain, "listening");
  return (plain.address() as AddressInfo).port;
}

async function readResponseBody(method: Method): Promise<string> {
  const { path, body } = calls[method];
  const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
  return (await server.fetch(server.baseUrl + path, { method, headers, ...(body !== "" && { body }) })).text();
}

async function sendRequests({ port, method }: Task): Promise<void> {
  const { path, body } = calls[method];
  const request = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `x-api-key: ${server.apiKey}`,
    "accept: application/json",
    ...(body === "" ? [] : ["content-type: application/json", `content-length: ${body.length}`]),
    `\r\n${body}`,
  ].join("\r\n");
  // If the load slept, each server would also pay for waking it, and a slower server more often.
  let isDone = false;
  const stayAwake = () => void (isDone || setImmediate(stayAwake));
  stayAwake();
  const count = requestsPerRound / connections;
  await Promise.all(Array.from({ length: connections }, () => sendInTurn(port, request, count)));
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
