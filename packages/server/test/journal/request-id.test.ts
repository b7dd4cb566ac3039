import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { getIndex, openServer, paths, request, statusesOf } from "../helpers/open-server.ts";

// Opens a server. Requests of another organization leave no gap in the numbers of its organizations.
async function openUsed(): Promise<ReferenceServer> {
  const server = openServer();
  await statusesOf(server, 2, { key: "key_south" });
  return server;
}

it.each(["GET", "HEAD", "OPTIONS"])("the response to a %s has the id of its journal entry", async (method) => {
  const server = await openUsed();
  const response = await request(server, `${method} ${paths.index}`);
  expect(response.headers.get("x-request-id")).toBe("org_north/request_1");
  const { responseHeaders } = server.journal.get("org_north/request_1");
  expect(responseHeaders).toHaveProperty("x-request-id", "org_north/request_1");
  const own = server.organization("org_north").journal.get("org_north/request_1");
  expect(own).toMatchObject({ id: "request_1", responseHeaders });
});

it("the id of a request finds the newest request that has it, which a reset repeats", async () => {
  const server = await openUsed();
  await getIndex(server);
  server.organization("org_north").reset();
  await request(server, "GET /v1/x");
  expect(server.journal.get("org_north/request_1").path).toBe("/v1/x");
});

it("the id of a request is only in the journal of the server if the key isn't valid", async () => {
  const server = await openUsed();
  const response = await getIndex(server, { key: "key_of_nobody" });
  expect(response.headers.get("x-request-id")).toBe("request_3");
  expect(server.journal.get("request_3").status).toBe(401);
  expect(() => server.organization("org_north").journal.get("request_3")).toThrow("no entry");
});

it("the id of a request is the one that a fault sets", async () => {
  const server = await openUsed();
  server.faults.add({ kind: "response", status: 502, headers: { "X-Request-Id": "edge 7" } });
  expect((await getIndex(server)).headers.get("x-request-id")).toBe("edge 7");
  expect(server.journal.get("edge 7").status).toBe(502);
});

it.each([
  { id: "größe/1", encoded: "gr%C3%B6%C3%9Fe%2F1" },
  { id: "half \ud83c", encoded: "half%20%EF%BF%BD" },
])("an organization with the unusual id $id has headers, too", async ({ id, encoded }) => {
  const server = openServer();
  server.control.organizations.create({ id, apiKey: "key_of_size" });
  const response = await getIndex(server, { key: "key_of_size" });
  expect(response.headers.get("x-request-id")).toBe(`${encoded}/request_1`);
});
