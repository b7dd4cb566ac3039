// Measures one client in a process of its own: for each message with the name of a request, sends back the CPU time of one call.
import { on } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { responses } from "./bodies.js";
import { clients } from "./clients.js";

const roundMs = 100;
const warmUpCalls = 2000;

const [, , name] = process.argv;
const headers = { "content-type": "application/json" };
let response = responses.get;
const calls = clients[name](async () => new Response(response.body, { status: response.status, headers }));

for (const request of Object.keys(responses)) {
  response = responses[request];
  const output = await calls[request]();
  if (!matches(output, JSON.parse(response.body))) throw new Error(`${name} returns something else for ${request}`);
  for (let count = 0; count < warmUpCalls; count += 1) await calls[request]();
}

process.send("ready");
for await (const [request] of on(process, "message")) process.send(await measure(request));

async function measure(request) {
  response = responses[request];
  const call = calls[request];
  const end = performance.now() + roundMs;
  const before = process.cpuUsage();
  let count = 0;
  do {
    for (let batch = 0; batch < 20; batch += 1) await call();
    count += 20;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** One client adds a property to what it returns. */
function matches(output, body) {
  return Array.isArray(body)
    ? isDeepStrictEqual(Array.from(output), body)
    : Object.entries(body).every(([field, value]) => isDeepStrictEqual(output[field], value));
}
