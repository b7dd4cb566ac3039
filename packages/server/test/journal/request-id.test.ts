import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { getIndex, paths } from "../helpers/calls.ts";
import { openServer } from "../helpers/open-server.ts";

type Send = (server: ReferenceServer) => Promise<Response>;

// biome-ignore format: one row a line
it.each<readonly [what: string, id: string, send: Send]>([
  ["a success", "org_north/request_1", getIndex],
  ["a HEAD", "org_north/request_1", (server) => getIndex(server, { method: "HEAD" })],
  ["the methods of a path", "org_north/request_1", (server) => getIndex(server, { method: "OPTIONS" })],
  ["a key that is not valid", "request_3", (server) => getIndex(server, { headers: { "x-api-key": "key_of_nobody" } })],
  ["an unknown path", "org_north/request_1", ({ fetch, baseUrl }) => fetch(`${baseUrl}/v1/x`, { headers: { "x-api-key": "key_north" } })],
  ["a fault", "org_north/request_1", (server) => { server.faults.add({ kind: "gateway_html" }); return getIndex(server); }],
  ["a fault with an id of its own", "edge 7", (server) => { server.faults.add({ kind: "response", status: 502, headers: { "X-Request-Id": "edge 7" } }); return getIndex(server); }],
])("a response has the id of its request, by which the journals find it: %s", async (_, id, send) => {
  const server = openServer();
  // Requests of another organization leave no gap in the numbers.
  for (let count = 0; count < 2; count += 1) await getIndex(server, { headers: { "x-api-key": "key_south" } });
  const response = await send(server);
  expect(response.headers.get("x-request-id")).toBe(id);
  const { responseHeaders, organizationId } = server.journal.get(id);
  expect(responseHeaders).toHaveProperty("x-request-id", id);
  const own = server.organization("org_north").journal;
  if (organizationId === null) expect(() => own.get(id)).toThrow("no entry");
  else expect(own.get(id)).toMatchObject({ id: "request_1", responseHeaders });
});

it.each([
  ["größe/1", "gr%C3%B6%C3%9Fe%2F1"],
  ["half \ud83c", "half%20%EF%BF%BD"],
])("an organization with an unusual id has headers, too: %j", async (id, encoded) => {
  const server = openServer();
  server.control.organizations.create({ id, apiKey: "key_of_size" });
  const response = await server.fetch(server.baseUrl + paths.index, { headers: { "x-api-key": "key_of_size" } });
  expect(response.headers.get("x-request-id")).toBe(`${encoded}/request_1`);
});
