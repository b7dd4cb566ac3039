import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { openEvents } from "./read-events.ts";

it("a stream of events does not delay the end of its listener", async () => {
  const server = openServer();
  const listener = await listen({ ...server, fetch: withControl(server) }, { port: 0 });
  const events = await openEvents(fetch, listener.url);
  await events.next();
  const started = performance.now();
  const end = events.next().then(
    () => "ended",
    () => "ended",
  );
  await listener.close();
  expect(await end).toBe("ended");
  expect(performance.now() - started).toBeLessThan(5000);
});

it("a client that disconnects ends its stream", async () => {
  const server = openServer();
  await using listener = await listen({ ...server, fetch: withControl(server) }, { port: 0 });
  for (let count = 0; count < 150; count += 1) {
    const abort = new AbortController();
    const events = await openEvents(fetch, listener.url, { signal: abort.signal });
    expect(events.response.status, `stream ${count}`).toBe(200);
    abort.abort();
  }
});
