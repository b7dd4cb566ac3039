import {
  BadRequestError,
  type ChannelBinding,
  type KnowledgeBase,
  NotFoundError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./helpers/rejections.ts";
import { now, serverForms } from "./helpers/server-forms.ts";

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const organizationId = "org_harbour_line";
const binding = { brainId, bindingId: "binding_bridge" };
const page = { brainId, slug: "weather-limits" };

// biome-ignore format: one row a line
const bridge: ChannelBinding = {
  id: "binding_bridge", brainId, installationId, teamId: "T0HARBOUR", channelId: "C01BRIDGE",
  channelName: "bridge", status: "active", createdAt: "2026-03-02T09:30:00.000Z",
  notifyBriefs: true, notifyConnections: false, notifyChanges: true,
};

type Request = readonly [method: string, path: string, body: string | null];

/** Calls of the operations, and the request that each of them sends. */
const requestsOf: readonly (readonly [call: (kb: KnowledgeBase) => Promise<unknown>, ...request: Request])[] = [
  [({ promptIndex }) => promptIndex.get({ brainId, limit: 20 }), "GET", "index?limit=20", null],
  [({ promptIndex }) => promptIndex.get({ brainId, limit: undefined }), "GET", "index", null],
  [
    ({ channels }) => channels.list({ brainId, installationId }),
    "GET",
    `messaging/channels?installationId=${installationId}`,
    null,
  ],
  [({ pages }) => pages.archive(page), "POST", "pages/weather-limits/archive", null],
  [({ bindings }) => bindings.update(binding), "PATCH", "messaging/bindings/binding_bridge", "{}"],
  [
    ({ bindings }) =>
      bindings.update({ ...binding, notifyChanges: true, notifyConnections: undefined, notifyBriefs: false }),
    ...(["PATCH", "messaging/bindings/binding_bridge", '{"notifyBriefs":false,"notifyChanges":true}'] as const),
  ],
  [({ oauth }) => oauth.start({ brainId }), "POST", "messaging/oauth/start", null],
  [({ bindings }) => bindings.unbind(binding), "DELETE", "messaging/bindings/binding_bridge", null],
];

describe.each(serverForms)("a client over %s", (_, open) => {
  it("sends the documented requests with nothing else in them", async () => {
    const { kb, requests, server } = open();
    for (const [call] of requestsOf) await call(kb);
    expect(requests).toEqual(
      requestsOf.map(([, method, path, body]) => ({
        method,
        url: `${server.baseUrl}/v1/brains/${brainId}/${path}`,
        headers: {
          accept: "application/json",
          ...(body !== null && { "content-type": "application/json" }),
          "x-api-key": "kb_demo_harbour_line",
        },
        body,
      })),
    );
  });

  it.each(["https://served.test:8443", "https://served.test/api/knowledge"])(
    "reaches a server at %s",
    async (baseUrl) => {
      const { connect } = open({ baseUrl });
      for (const url of [baseUrl, `${baseUrl}/`]) {
        const entries = await connect({ baseUrl: url }).promptIndex.get({ brainId, limit: 1 });
        expect(entries.map(({ slug }) => slug)).toEqual(["electric-fleet-programme"]);
      }
    },
  );

  it("changes the flags of a binding that are given, and no others", async () => {
    const { kb } = open();
    class Muted {
      readonly brainId = brainId;
      readonly bindingId = binding.bindingId;
      get notifyBriefs(): boolean {
        return false;
      }
    }
    const input = Object.freeze({ ...binding, notifyConnections: true, notifyBriefs: undefined });
    expect(await kb.bindings.update(new Muted())).toEqual({ ...bridge, notifyBriefs: false });
    expect(await kb.bindings.update(input)).toEqual({ ...bridge, notifyBriefs: false, notifyConnections: true });
    expect(await kb.bindings.update(binding)).toEqual({ ...bridge, notifyBriefs: false, notifyConnections: true });
    const flags = { notifyBriefs: true, notifyConnections: false, notifyChanges: false };
    expect(await kb.bindings.update({ ...binding, ...flags })).toEqual({ ...bridge, ...flags });
  });

  it("removes a binding once, and leaves the others", async () => {
    const { kb, server } = open();
    const { bindings } = server.snapshot();
    expect(await kb.bindings.unbind(binding)).toEqual({ disconnected: true });
    expect(server.snapshot().bindings).toEqual(bindings.filter(({ id }) => id !== binding.bindingId));
    await expectRejection(NotFoundError, kb.bindings.unbind(binding));
  });

  it("archives a page, which leaves the index, and returns the whole page each time", async () => {
    const { kb } = open();
    const seeded = demoSeed().pages?.find((one) => one.brainId === brainId && one.slug === page.slug);
    const { statusBeforeArchive: _before, ...expected } = { ...seeded };
    const before = await kb.promptIndex.get({ brainId });
    const archived = await kb.pages.archive(page);
    expect(archived).toEqual({ ...expected, archived: true, status: "archived", updatedAt: now });
    expect(archived.embedding).toHaveLength(1536);
    expect(await kb.pages.archive(page)).toEqual(archived);
    expect(await kb.promptIndex.get({ brainId })).toEqual(before.filter(({ slug }) => slug !== page.slug));
  });

  it("reads the index up to the limit, pinned pages first, and leaves its range to the service", async () => {
    const { kb, server } = open();
    const visible = demoSeed().pages?.filter((one) => {
      return one.brainId === brainId && one.status !== "archived" && one.status !== "deprecated";
    });
    const entries = await kb.promptIndex.get({ brainId });
    expect(new Set(entries.map(({ slug }) => slug))).toEqual(new Set(visible?.map(({ slug }) => slug)));
    expect(entries.slice(0, 3).map(({ slug, pinned }) => [slug, pinned])).toEqual([
      ["electric-fleet-programme", true],
      ["weather-limits", true],
      ["charging-arm-procedure", true],
    ]);
    expect(await kb.promptIndex.get({ brainId, limit: 3 })).toEqual(entries.slice(0, 3));
    server.seed({ version: 1, brains: [{ id: "empty", organizationId, name: "Empty" }] });
    expect(await kb.promptIndex.get({ brainId: "empty" })).toEqual([]);
    for (const limit of [0, -1, 501]) {
      const error = await expectRejection(BadRequestError, kb.promptIndex.get({ brainId, limit }));
      expect(error.issues).toEqual([{ path: ["limit"], message: "limit must be from 1 to 500" }]);
    }
  });

  it("lists the channels of an installation, and starts OAuth", async () => {
    const { kb, server } = open();
    const channels = await kb.channels.list({ brainId, installationId });
    expect(channels).toHaveLength(5);
    expect(channels[0]).toEqual({ id: "C01BRIDGE", name: "bridge", isPrivate: false, isMember: true });
    const { baseUrl } = server;
    const twin = createReferenceServer({ seed: demoSeed(), clock: { now: () => Date.parse(now) }, baseUrl });
    const path = `${baseUrl}/v1/brains/${brainId}/messaging/oauth/start`;
    const response = await twin.fetch(path, { method: "POST", headers: { "x-api-key": twin.apiKey } });
    const [first, second] = [await kb.oauth.start({ brainId }), await kb.oauth.start({ brainId })];
    expect(first).toEqual(await response.json());
    expect(second.authorizationUrl).not.toBe(first.authorizationUrl);
  });

  it.each(["a/b", "..%2f", "a b+c", "%", "ä🎉", "a?b=c#d", "a\tb\nc", "{bindingId}", ":brainId", "__proto__", "*"])(
    "finds records whose ids are %j",
    async (id) => {
      const { kb, server } = open();
      server.seed({
        version: 1,
        brains: [{ id, organizationId, name: "Found" }],
        bindings: [{ ...bridge, status: "active", id, brainId: id, channelId: "C04WEATHER" }],
        installations: [{ id, organizationId, teamId: "T", teamName: "Team" }],
        channels: [{ installationId: id, id: "C1", name: "found", isPrivate: false, isMember: false }],
      });
      expect(await kb.bindings.update({ brainId: id, bindingId: id })).toMatchObject({ id, brainId: id });
      expect(await kb.channels.list({ brainId: id, installationId: id })).toHaveLength(1);
    },
  );

  it("has the error of a key that the service does not know, and of a record that it does not have", async () => {
    const { connect, kb } = open();
    const error = await expectRejection(UnauthorizedError, connect({ apiKey: "not_a_key_1" }).oauth.start({ brainId }));
    expect(error).toMatchObject({ status: 401, body: { statusCode: 401 }, operation: "oauth.start", attempts: [{}] });
    const missing = await expectRejection(NotFoundError, kb.pages.archive({ brainId, slug: "no-such-page" }));
    expect(missing.message).toBe("Failed to archive a page: 404 Page not found.");
  });
});

describe("a method of a resource", () => {
  it("that is called without its resource says how to call it", () => {
    const { promptIndex } = serverForms[0]?.[1]().kb ?? {};
    const get = Reflect.get(Object(promptIndex), "get") as (input: { readonly brainId: string }) => unknown;
    expect(() => get({ brainId })).toThrow("Call the method on its resource, such as kb.pages.archive(input).");
  });
});
