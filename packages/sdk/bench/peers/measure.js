// Measures one client in a process of its own: for each message with the name of a request, a time to warm up and a number of
// rounds, sends back the CPU time of one call in each round.
import { on } from "node:events";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { responses } from "./bodies.js";
import { clients } from "./clients.js";

const roundMs = 100;

const [, , name] = process.argv;
const headers = { "content-type": "application/json" };
let response = responses.get;
const calls = clients[name](async () => new Response(response.body, { status: response.status, headers }));

for (const request of Object.keys(responses)) {
  response = responses[request];
  const output = await calls[request]();
  if (!matches(output, JSON.parse(response.body))) throw new Error(`${name} returns something else for ${request}`);
}

process.send("ready");
for await (const [{ request, warmUpMs, rounds }] of on(process, "message")) {
  response = responses[request];
  const call = calls[request];
  await measureRound(call, warmUpMs);
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measureRound(call, roundMs));
  process.send(times);
}

/** Returns the CPU time of a call, in microseconds. */
async function measureRound(call, durationMs) {
  const end = performance.now() + durationMs;
  const before = process.cpuUsage();
  let count = 0;
  do {
    for (let batch = 0; batch < 20; batch += 1) await call();
    count += 20;
    // A response of a network ends the current task as well. Until then, the engine keeps all objects with weak references.
    await setImmediate();
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
