import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { call, paths } from "./calls.ts";

const index = `GET ${paths.index}`;

describe("the requests to which a fault of the server applies", () => {
  it.each([
    { what: "without a key", request: index, sending: { key: null }, otherwise: 401 },
    { what: "with an invalid key", request: index, sending: { key: "key_nobody" }, otherwise: 401 },
    { what: "with an empty key", request: index, sending: { key: "" }, otherwise: 401 },
    { what: "with an invalid query", request: `${index}?limit=0`, sending: {}, otherwise: 400 },
    { what: "for a brain that is not there", request: "GET /v1/brains/no/index", sending: {}, otherwise: 404 },
    { what: "with a broken body", request: `PATCH ${paths.binding}`, sending: { text: "{" }, otherwise: 400 },
  ])("are those $what, too", async ({ request, sending, otherwise }) => {
    const server = openServer();
    expect((await send(server, request, sending)).status).toBe(otherwise);
    server.faults.add({ kind: "status", status: 503 });
    expect((await send(server, request, sending)).status).toBe(503);
    expect(server.faults.list()).toEqual([]);
    server.faults.add({ kind: "status", status: 503, afterCommit: true });
    expect((await send(server, request, sending)).status).toBe(503);
    expect(server.journal.entries().at(-1)).toMatchObject({ reason: "fault", committed: false });
  });

  it.each(["GET /", "GET /v1/brains", "GET /v1/brains/brain_tides/index/", "POST /v1/brains/brain_tides/index"])(
    "are none for an unknown route: %s",
    async (request) => {
      const server = openServer();
      server.faults.add({ kind: "status", status: 503 });
      server.organization("org_north").faults.add({ kind: "latency", latency: 100_000 });
      expect((await send(server, request)).status).toBe(404);
      expect(server.faults.pending()).toHaveLength(1);
      expect(server.organization("org_north").faults.pending()).toHaveLength(1);
    },
  );

  it("do not apply to the pages of the platform", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    server.faults.add({ kind: "status", status: 503 });
    const { status } = await server.fetch((body as OAuthStart).authorizationUrl);
    expect(status).toBe(200);
    expect(server.faults.pending()).toHaveLength(1);
  });
});

describe("the requests to which a fault of an organization applies", () => {
  it.each([null, "key_nobody", "key_south"])("are none with the key %s", async (key) => {
    const server = openServer();
    const { faults } = server.organization("org_north");
    faults.add({ kind: "status", status: 503 });
    expect((await send(server, index, { key })).status).toBe(key === "key_south" ? 404 : 401);
    expect(faults.pending()).toHaveLength(1);
  });

  it("are none with a key that was revoked", async () => {
    const server = openServer();
    const { faults, control } = server.organization("org_north");
    faults.add({ kind: "status", status: 503 });
    control.apiKeys.revoke({ apiKey: "key_north" });
    expect((await call(server, paths.index)).status).toBe(401);
    expect(faults.pending()).toHaveLength(1);
  });
});
