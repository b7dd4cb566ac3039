import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const path = "/v1/brains/brain_tides/index";
const someKey = expect.stringMatching(/^key_[0-9a-z]{16}$/);

describe("creating an API key", () => {
  it("creates one for the organization of the server's own key", async () => {
    const server = openServer();
    const created = server.control.apiKeys.create();
    expect(created).toStrictEqual({ key: someKey, organizationId: "org_north", role: "admin" });
    expect((await send(server, `GET ${path}`, { key: created.key })).status).toBe(200);
    expect(recordsOf(server)).toStrictEqual(buildState({ apiKeys: [...buildState().apiKeys, created] }));
  });

  it("uses the given fields", async () => {
    const server = openServer();
    const given = { key: "!south,2~", organizationId: "org_south", role: "" };
    const { key: apiKey, ...others } = given;
    expect(server.control.apiKeys.create({ apiKey, ...others })).toStrictEqual(given);
    expect((await send(server, `GET ${path}`, { key: given.key })).status).toBe(404);
    expect((await send(server, "GET /v1/brains/brain_south/index", { key: given.key })).status).toBe(200);
  });

  it("treats undefined fields as omitted", () => {
    expect(
      openServer().control.apiKeys.create({ apiKey: undefined, organizationId: undefined, role: undefined }),
    ).toStrictEqual({ key: someKey, organizationId: "org_north", role: "admin" });
  });

  it("generates another key each time", () => {
    const { apiKeys } = openServer().control;
    expect(new Set([apiKeys.create().key, apiKeys.create().key, apiKeys.create().key]).size).toBe(3);
  });

  it("generates a key that is not taken", () => {
    const { key } = openServer().control.apiKeys.create();
    const server = openServer();
    server.control.apiKeys.create({ apiKey, organizationId: "org_south" });
    expect(server.control.apiKeys.create().key).not.toBe(key);
    expect(server.snapshot().apiKeys).toHaveLength(4);
  });

  it.each(["", " ", "a b", "kéy", "🔑", "line\nbreak", "null\0"])(
    "rejects a key that no header can contain, without showing it",
    (key) => {
      const server = openServer();
      expect(captureRejection(server, () => server.control.apiKeys.create({ apiKey: key }))).toEqual({
        code: "invalid_input",
        message: "Failed to create an API key: apiKey must be one or more visible ASCII characters.",
        problems: [{ path: "apiKey", message: "must be one or more visible ASCII characters" }],
      });
    },
  );

  it.each(["key_north", "key_south"])("rejects a key that is taken, without showing it", (key) => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.apiKeys.create({ apiKey: key }))).toEqual({
      code: "invalid_input",
      message: "Failed to create an API key: apiKey is taken already.",
      problems: [{ path: "apiKey", message: "is taken already" }],
    });
  });

  it("rejects an organization that does not exist", () => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.apiKeys.create({ organizationId: "org_moon" }))).toEqual({
      code: "not_found",
      message: "Failed to create an API key: there is no organization org_moon.",
      problems: [],
    });
  });

  it.each(["__proto__", "constructor", "undefined"])("treats '%s' as any other key", async (key) => {
    const server = openServer();
    const { apiKeys } = server.control;
    expect(captureRejection(server, () => apiKeys.revoke({ apiKey: key })).code).toBe("not_found");
    apiKeys.create({ apiKey: key });
    expect((await send(server, `GET ${path}`, { key })).status).toBe(200);
    apiKeys.revoke({ apiKey: key });
    expect((await send(server, `GET ${path}`, { key })).status).toBe(401);
  });
});

describe("changing an API key", () => {
  it("changes its role and nothing else", async () => {
    const server = openServer();
    const changed = { key: "key_north", organizationId: "org_north", role: "viewer" };
    expect(server.control.apiKeys.update({ apiKey: "key_north", role: "viewer" })).toStrictEqual(changed);
    expect(recordsOf(server)).toStrictEqual(buildState({ apiKeys: [changed, ...buildState().apiKeys.slice(1)] }));
    expect((await send(server, `GET ${path}`)).status).toBe(200);
  });

  it.each(["key_moon", ""])("rejects a key that does not exist, without showing it", (key) => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.apiKeys.update({ apiKey, role: "viewer" }))).toEqual({
      code: "not_found",
      message: "Failed to change an API key: there is no such key.",
      problems: [],
    });
  });
});

describe("revoking an API key", () => {
  it("invalidates it at once, and no other", async () => {
    const server = openServer();
    const second = server.control.apiKeys.create().key;
    expect((await send(server, `GET ${path}`)).status).toBe(200);
    expect(server.control.apiKeys.revoke({ apiKey: server.apiKey })).toBeUndefined();
    expect(await send(server, `GET ${path}`)).toStrictEqual(errorResponse(401, path, "Invalid x-api-key"));
    expect((await send(server, `GET ${path}`, { key: second })).status).toBe(200);
  });

  it("removes the key and nothing else", () => {
    const server = openServer();
    server.control.apiKeys.revoke({ apiKey: "key_south" });
    expect(recordsOf(server)).toStrictEqual(buildState({ apiKeys: buildState().apiKeys.slice(0, 1) }));
  });

  it("keeps the organization of the revoked key as the default one", () => {
    const server = openServer();
    server.control.apiKeys.revoke({ apiKey: server.apiKey });
    expect(server.control.brains.create().organizationId).toBe("org_north");
    expect(server.control.apiKeys.create().organizationId).toBe("org_north");
  });

  it("makes the key available", async () => {
    const server = openServer();
    server.control.apiKeys.revoke({ apiKey: "key_south" });
    server.control.apiKeys.create({ apiKey: "key_south" });
    expect((await send(server, `GET ${path}`, { key: "key_south" })).status).toBe(200);
  });

  it("rejects a revoked key, without showing it", () => {
    const server = openServer();
    const act = () => server.control.apiKeys.revoke({ apiKey: "key_south" });
    act();
    expect(captureRejection(server, act)).toEqual({
      code: "not_found",
      message: "Failed to revoke an API key: there is no such key.",
      problems: [],
    });
  });

  it("is in no journal", async () => {
    const server = openServer();
    server.control.apiKeys.revoke({ apiKey: "key_north" });
    await send(server, `GET ${path}`);
    expect(server.journal.entries()).toMatchObject([
      { at: frozenTime, status: 401, reason: "auth", organizationId: null },
    ]);
    expect(JSON.stringify(server.journal.entries()).includes("key_north")).toBe(false);
  });
});
