import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";
import { type OpenTransport, transports } from "./transports.ts";

/** A server that a reset, or any other control, would change visibly. */
function openChanged(): ReferenceServer {
  const server = openServer();
  server.control.brains.update({ brainId: "brain_tides", name: "Fjord" });
  return server;
}

const json = { "content-type": "application/json" };
const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
const requests = [
  { method: "POST", path: "server/reset", headers: {} },
  { method: "POST", path: "server/snapshot", headers: json, body: "{}" },
  { method: "POST", path: "server/restore", headers: json, body: '{"version":1}' },
  { method: "POST", path: "brains/create", headers: { "content-type": "text/plain" }, body: "{}" },
  { method: "POST", path: "brains/create", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "" },
  { method: "POST", path: "organizations/delete", headers: json, body: '{"organizationId":"org_north"}' },
  { method: "POST", path: "moon", headers: {} },
  { method: "OPTIONS", path: "server/reset", headers: preflight },
  {
    method: "OPTIONS",
    path: "server/reset",
    headers: { ...preflight, "access-control-request-private-network": "true" },
  },
  { method: "OPTIONS", path: "openapi.json", headers: { "access-control-request-method": "GET" } },
  { method: "GET", path: "openapi.json", headers: {} },
  { method: "HEAD", path: "openapi.json", headers: {} },
  { method: "GET", path: "server/snapshot", headers: {} },
  { method: "GET", path: "", headers: {} },
];

function marksOf({ url }: OpenTransport): Readonly<Record<string, string>>[] {
  return [
    { origin: "https://page.example" },
    { origin: "null" },
    { origin: "" },
    { origin: new URL(url).origin },
    { origin: "chrome-extension://abcdefghijklmnop" },
    { origin: "https://page.example", "sec-fetch-site": "none" },
    { origin: new URL(url).origin, "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "None" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "none, cross-site" },
  ];
}

function grants({ headers }: Response): string[] {
  return Array.from(headers.keys()).filter((name) => name.startsWith("access-control-"));
}

describe.each(transports)("a request for a page that arrives $way", ({ reach }) => {
  it.each(requests)("is rejected, and has no effect: $method $path", async ({ method, path, headers, body }) => {
    const server = openChanged();
    const before = server.snapshot();
    await using reached = await reach(server);
    for (const marks of marksOf(reached)) {
      const response = await reached.fetch(`${reached.url}/_control/${path}`, {
        method,
        headers: { ...headers, ...marks } as Record<string, string>,
        ...(body !== undefined && { body }),
      });
      expect(grants(response)).toEqual([]);
      expect(response.headers.has("allow")).toBe(false);
      const received = await read(response);
      expect(received.status).toBe(403);
      if (method !== "HEAD") {
        const message = "Failed to call a control: pages in a browser cannot call controls. Call them from a program.";
        expect(received.body).toEqual({ error: { code: "forbidden", message, problems: [] } });
      }
    }
    expect(server.snapshot()).toStrictEqual(before);
    expect(server.journal.entries()).toEqual([]);
  });

  it("cannot read the health of the server", async () => {
    await using reached = await reach(openServer());
    for (const headers of marksOf(reached)) {
      for (const method of ["GET", "OPTIONS"]) {
        expect(grants(await reached.fetch(`${reached.url}/_health`, { method, headers }))).toEqual([]);
      }
    }
  });
});

describe.each(transports)("a request of a user who types a URL $way", ({ reach }) => {
  it("reads the document", async () => {
    await using reached = await reach(openServer());
    const headers = { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const response = await reached.fetch(`${reached.url}/_control/openapi.json`, { headers });
    expect(await read(response)).toMatchObject({ status: 200, body: { openapi: "3.1.0" } });
  });
});

describe.each(transports)("a response that arrives $way", ({ reach }) => {
  it.each([
    { method: "POST", path: "clock/now", status: 200, marks: {} },
    { method: "POST", path: "server/reset", status: 204, marks: {} },
    { method: "POST", path: "brains/update", status: 400, marks: {} },
    { method: "GET", path: "openapi.json", status: 200, marks: {} },
    { method: "GET", path: "openapi.json", status: 403, marks: { origin: "https://page.example" } },
  ])(
    "is not cached, shared with other origins or sniffed: $method $path $status",
    async ({ method, path, status, marks }) => {
      const server = openServer();
      await using reached = await reach(server);
      const headers = { ...marks } as Record<string, string>;
      const response = await reached.fetch(`${reached.url}/_control/${path}`, { method, headers });
      expect(response.status).toBe(status);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-knowledge-base-control": "1",
        ...(status !== 204 && { "content-type": "application/json" }),
      });
      if (status === 204) expect(response.headers.has("content-type")).toBe(false);
      expect(server.snapshot()).toStrictEqual(buildState());
    },
  );
});
