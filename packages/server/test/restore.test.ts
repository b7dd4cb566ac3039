import { ControlError } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { overwriteValues } from "./overwrite-values.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";
const start = "POST /v1/brains/brain_tides/messaging/oauth/start";

describe("restoring a state", () => {
  it("replaces everything", async () => {
    const server = openServer();
    const state = buildState({ pages: [buildPage({ slug: "neap-tide" })], bindings: [], channels: [] });
    server.restore(state);
    expect(recordsOf(server)).toStrictEqual(state);
    expect(await send(server, index)).toMatchObject({ status: 200, body: [{ slug: "neap-tide" }] });
  });

  it("accepts a snapshot", async () => {
    const server = openServer();
    const before = recordsOf(server);
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    server.restore(before);
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(await send(server, index)).toMatchObject({ body: [{ slug: "spring-tide" }] });
  });

  it("accepts no key without a check", async () => {
    const server = openServer();
    server.restore({ version: 1 });
    expect(recordsOf(server)).toStrictEqual({
      version: 1,
      organizations: [],
      apiKeys: [],
      brains: [],
      pages: [],
      installations: [],
      channels: [],
      bindings: [],
    });
    expect(server.apiKey).toBe("key_north");
    expect((await send(server, index)).status).toBe(401);
  });

  it("can move a key to another organization", async () => {
    const server = openServer();
    server.restore(buildState({ apiKeys: [{ key: "key_north", organizationId: "org_south", role: "admin" }] }));
    expect((await send(server, index)).status).toBe(404);
    expect((await send(server, "GET /v1/brains/brain_south/index")).status).toBe(200);
  });

  it("continues the sequence of ids and keeps the secret", async () => {
    const one = openServer();
    const two = openServer();
    const urls: unknown[] = [];
    for (const server of [one, two]) {
      urls.push((await send(server, start)).body);
      if (server === two) server.restore(buildState());
      urls.push((await send(server, start)).body);
    }
    expect(urls.slice(2)).toStrictEqual(urls.slice(0, 2));
    expect((urls[2] as OAuthStart).authorizationUrl).not.toBe((urls[3] as OAuthStart).authorizationUrl);
  });

  it("keeps no reference to the state", () => {
    const server = openServer();
    const state = buildState({ pages: [] });
    server.restore(state);
    overwriteValues(state);
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [] }));
  });

  it("compares a state only with itself, not with the state that it replaces", () => {
    const server = openServer();
    expect(() => server.restore({ version: 1, pages: [buildPage({ slug: "neap-tide" })] })).toThrow(
      "pages[0].brainId names no brain of this state",
    );
    expect(() => server.restore(buildState())).not.toThrow();
  });

  it("changes nothing if the state is rejected", async () => {
    const server = openServer();
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    const before = recordsOf(server);
    expect(() => server.restore(buildState({ brains: [] }))).toThrow(ControlError);
    expect(recordsOf(server)).toStrictEqual(before);
    expect((await send(server, index)).status).toBe(200);
  });
});
