import { expect, it } from "vitest";
import { getIndex, openServer, openWithFaults, paths, send, statusesOf } from "../helpers/open-server.ts";

const index = `GET ${paths.index}`;

it("a rate limit lets each key send so many requests in a window, and says when it may send the next", async () => {
  const server = openWithFaults({ kind: "rate_limit", limit: 2, window: 2500 });
  const request = async (key = "key_north") => {
    const { status, headers } = await getIndex(server, { key });
    return `${status} ${headers.get("retry-after")}`;
  };
  expect([await request(), await request(), await request()]).toEqual(["200 null", "200 null", "429 3"]);
  expect([await request("key_south"), await request("key_nobody")]).toEqual(["404 null", "401 null"]);
  server.clock.advance(1500);
  expect(await request()).toBe("429 1");
  server.clock.advance(1000);
  expect([await request(), await request(), await request()]).toEqual(["200 null", "200 null", "429 3"]);
  expect(server.faults.list()).toMatchObject([{ kind: "rate_limit", limit: 2, window: 2500, uses: 3 }]);
});

it("a rate limit rejects a request with the documented body, and doesn't execute it", async () => {
  const server = openWithFaults({ kind: "rate_limit", limit: 0, window: 1000, operation: "pages.archive" });
  const body = { statusCode: 429, message: "Too Many Requests" };
  expect(await send(server, `POST ${paths.archive}`)).toMatchObject({ status: 429, body });
  expect(server.journal.entries()).toMatchObject([{ reason: "fault", fault: "rate_limit", committed: false }]);
  expect((await send(server, index)).status).toBe(200);
});

it("a rate limit counts no request that another fault has failed, or that another limit has rejected", async () => {
  const server = openServer();
  for (const limit of [1, 1]) server.faults.add({ kind: "rate_limit", limit, window: 1000 });
  server.faults.add({ kind: "status", status: 503 });
  expect(await statusesOf(server, 3)).toEqual([503, 429, 429]);
  expect(server.faults.list()).toMatchObject([{ uses: 2 }, { uses: 0 }]);
});

it("a rate limit is never pending, and stays until it is removed or the server is reset", async () => {
  const server = openServer();
  const limit = { kind: "rate_limit", limit: 1, window: 1000 } as const;
  const { id } = server.faults.add(limit);
  expect(server.faults.pending()).toEqual([]);
  expect(await statusesOf(server, 2)).toEqual([200, 429]);
  server.faults.remove(id);
  expect((await send(server, index)).status).toBe(200);
  server.faults.add(limit);
  expect(await statusesOf(server, 2)).toEqual([200, 429]);
  server.reset();
  expect(server.faults.list()).toEqual([]);
  expect(await statusesOf(server, 1)).toEqual([200]);
});

it("a rate limit begins a new window if the clock is set back", async () => {
  const server = openWithFaults({ kind: "rate_limit", limit: 1, window: 60_000 });
  expect((await send(server, index)).status).toBe(200);
  server.clock.set("2026-01-01T00:00:00.000Z");
  expect((await send(server, index)).status).toBe(200);
});
