// Prints the CPU time of a call in microseconds, for calls 101 to 1,000 of a client in this process: node measure.ts CLIENT REQUEST
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { page } from "../../../types/bench/sample-bodies.ts";
import { clients } from "./clients.ts";

const channels = ["bridge", "engine-room", "harbour"].map((name, index) => ({
  id: `C0${index}`,
  name,
  isPrivate: index === 1,
  isMember: true,
}));

const binding = {
  id: "binding_bridge",
  brainId: "brain_operations",
  installationId: "installation_harbour_line",
  teamId: "T0HARBOUR",
  channelId: "C01BRIDGE",
  channelName: "bridge",
  status: "active",
  notifyBriefs: false,
  notifyConnections: true,
  notifyChanges: true,
  createdAt: "2026-03-02T08:15:00.000Z",
};

const responses = {
  get: { status: 200, body: channels },
  patch: { status: 200, body: binding },
  page: { status: 201, body: page },
};

const [, , client = "", request] = process.argv;
if (request !== "get" && request !== "patch" && request !== "page")
  throw new Error(`There is no request "${request}".`);
const { status, body } = responses[request];
const text = JSON.stringify(body);
const headers = { "content-type": "application/json" };
const calls = await clients[client]?.(async () => new Response(text, { status, headers }));
if (!calls) throw new Error(`There is no client "${client}".`);
const call = calls[request];

const output = Object(await call());
// One client adds a property to what it returns.
const differs = Object.entries(body).some(([field, value]) => !isDeepStrictEqual(output[field], value));
if (differs) throw new Error(`${client} returns something else for ${request}`);

await repeat(2000);
const start = process.cpuUsage();
await repeat(20000);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 20000);

async function repeat(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await call();
    // A response of a network ends the current task as well. Until then, the engine keeps all objects with weak references.
    if (index % 20 === 0) await setImmediate();
  }
}
