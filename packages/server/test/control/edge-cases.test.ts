import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { captureAsyncRejection, captureRejection } from "./capture-rejection.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };

/** Creates an organization `org_west` with a brain whose channel is bound. */
function createWest({ control }: ReferenceServer) {
  const { apiKey } = control.organizations.create({ id: "org_west" });
  control.brains.create({ organizationId: "org_west", id: "brain_west" });
  const { id: installationId } = control.installations.create({
    organizationId: "org_west",
    channels: [{ id: "C_WEST", name: "west" }],
  });
  control.bindings.create({ brainId: "brain_west", installationId, channelId: "C_WEST" });
  return apiKey;
}

describe("limits of the controls", () => {
  it("a version that cannot be incremented is rejected", () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ version: Number.MAX_SAFE_INTEGER })] }) });
    const { code } = captureRejection(server, () => server.control.pages.edit({ ...address, title: "T" }));
    expect(code).toBe("conflict");
  });

  it("an organization that is created again with its id repeats no delivery id", () => {
    const server = openServer();
    createWest(server);
    server.control.brains.sendDailyBrief({ brainId: "brain_west" });
    server.control.organizations.delete({ organizationId: "org_west" });
    createWest(server);
    server.control.brains.sendDailyBrief({ brainId: "brain_west" });
    const ids = server.deliveries.list().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("an organization that is created again with its id rejects states that were used before", async () => {
    const server = openServer();
    const key = createWest(server);
    const { body } = await send(server, "POST /v1/brains/brain_west/messaging/oauth/start", { key });
    const { authorizationUrl } = body as OAuthStart;
    const callback = await server.control.oauth.approve({ authorizationUrl });
    await server.control.oauth.confirm(callback);
    server.control.organizations.delete({ organizationId: "org_west" });
    createWest(server);
    const { code } = await captureAsyncRejection(server, () => server.control.oauth.approve({ authorizationUrl }));
    expect(code).toBe("not_found");
  });

  it("a message that quotes a long id is cut", () => {
    const server = openServer();
    const { message } = captureRejection(server, () =>
      server.control.pages.get({ brainId: "x".repeat(1e6), slug: "" }),
    );
    expect(message.length).toBeLessThan(25_000);
  });

  it("a page contains each ingest source once", () => {
    const server = openServer();
    const sources = [{ ingestSourceId: "ingest_2" }, { ingestSourceId: "ingest_2", chunkUuids: ["a"] }];
    const { problems } = captureRejection(server, () => server.control.pages.compile({ ...address, sources }));
    expect(problems).toStrictEqual([{ path: "sources[1].ingestSourceId", message: "is named already" }]);
  });

  it.each([[[]], [() => ""]])("one wrong value is one problem (%#)", (brainId) => {
    const server = openServer();
    const { problems } = captureRejection(server, () => server.control.brains.sendDailyBrief({ brainId } as never));
    expect(problems).toHaveLength(1);
  });

  it.each([".", "..", "\ud800"])("an id that no URL can contain is rejected: %j", (id) => {
    const server = openServer();
    const { pages, brains, bindings } = server.control;
    const message = "must be valid in the path of a URL";
    const channel = { brainId: "brain_ropes", installationId: "installation_north", channelId: "C_HOLD" };
    expect([
      captureRejection(server, () => pages.create({ brainId: "brain_tides", title: "T", body: "B", slug: id }))
        .problems,
      captureRejection(server, () => brains.create({ id })).problems,
      captureRejection(server, () => bindings.create({ ...channel, id })).problems,
    ]).toStrictEqual([[{ path: "slug", message }], [{ path: "id", message }], [{ path: "id", message }]]);
    expect(() => openServer({ seed: buildState({ pages: [buildPage({ slug: id })] }) })).toThrow(message);
  });

  it("a clock stops at the end of the year 9999, so that every snapshot is a seed", () => {
    let nowMs = Date.parse(frozenTime);
    const server = openServer({ clock: { now: () => nowMs } });
    server.clock.set("9999-12-31T23:59:59.999Z");
    nowMs += 1;
    server.control.pages.edit({ ...address, title: "T" });
    const sources = [{ ingestSourceId: "late", attachedAt: "9999-12-31T23:59:59-01:00" }];
    server.control.pages.compile({ ...address, sources });
    expect(() => createReferenceServer({ seed: server.snapshot() })).not.toThrow();
  });

  it("records without an organization belong to that of the server's key, after a restore too", () => {
    const server = openServer();
    server.restore(buildState({ apiKeys: [{ key: server.apiKey, organizationId: "org_south", role: "admin" }] }));
    expect(server.control.brains.create().organizationId).toBe("org_south");
  });

  it("a key that was given as an organization id is not shown", () => {
    const server = openServer();
    const key = "key_of_a_customer";
    server.control.apiKeys.create({ apiKey: key });
    const { message } = captureRejection(server, () => server.organization(key).snapshot());
    expect(message).toBe("Failed to take a snapshot: there is no organization [redacted].");
  });

  it("a key that was given as a field name is not shown", () => {
    const server = openServer();
    const key = "key_of_a_customer";
    server.control.apiKeys.create({ apiKey: key });
    const { message, problems } = captureRejection(server, () =>
      server.control.brains.create({ [key]: "Fjord" } as object),
    );
    expect(message).toBe(
      "Failed to create a brain: the input has unknown fields: [redacted]; the fields are id, name, organizationId.",
    );
    expect(problems).toStrictEqual([
      { path: "", message: "has unknown fields: [redacted]; the fields are id, name, organizationId" },
    ]);
  });

  it("keys of any length are found anywhere in an error, and only whole ones", () => {
    const server = openServer();
    const keys = ["key_of_a_customer", "key_of_another_customer", "12345678"];
    for (const key of keys) server.control.apiKeys.create({ apiKey: key });
    const fields = { [`x-${keys[0]}.${keys[1]}`]: 1, a12345678z: 1, key_of_a_custome: 1, "1234567": 1 };
    const { message } = captureRejection(server, () => server.control.brains.create(fields as object));
    expect(message).toBe(
      "Failed to create a brain: the input has unknown fields: 1234567, x-[redacted].[redacted], a[redacted]z, key_of_a_custome; " +
        "the fields are id, name, organizationId.",
    );
  });

  it.each([undefined, null, "", 5, {}])(
    "%j is no id of an organization, and does not select the server",
    async (id) => {
      const remote = openServer();
      const message = "Failed to select an organization: its id must be a string that is not empty (got ";
      for (const server of [remote, await connect(remote.baseUrl, { fetch: withControl(remote) })]) {
        expect(() => server.organization(id as string)).toThrow(new RegExp(`^${message.replaceAll(/[().]/g, "\\$&")}`));
      }
      const { status } = await withControl(remote)(`${remote.baseUrl}/_control/server/reset?organization=`, {
        method: "POST",
      });
      expect(status).toBe(400);
    },
  );

  it("an organization accepts a given key, or is not created", async () => {
    const server = openServer();
    const { organizations } = server.control;
    expect(organizations.create({ id: "org_west", apiKey: "key_west" }).apiKey).toBe("key_west");
    expect(await send(server, "GET /v1/brains/brain_none/index", { key: "key_west" })).toMatchObject({ status: 404 });
    const { problems } = captureRejection(server, () => organizations.create({ id: "org_east", apiKey: "key_west" }));
    expect(problems).toStrictEqual([{ path: "apiKey", message: "is taken already" }]);
  });

  it("the journal returns only the newest entries if last is given", async () => {
    const server = openServer();
    for (const limit of [1, 2, 3]) await send(server, `GET /v1/brains/brain_tides/index?limit=${limit}`);
    const shown = server.journal.entries({ operation: "promptIndex.get", last: 2 });
    expect(shown).toMatchObject([{ input: { limit: 2 } }, { input: { limit: 3 } }]);
    expect(shown).toHaveLength(2);
    expect(captureRejection(server, () => server.journal.entries({ last: 0 })).code).toBe("invalid_input");
  });

  it("a wait for a delivery ends when the server is reset or the organization removed", async () => {
    const server = openServer();
    const { deliveries } = server.organization("org_north");
    const waits = [server.deliveries.waitFor(), deliveries.waitFor()].map((wait) => wait.catch(String));
    server.reset();
    const gone = server.organization("org_north").deliveries.waitFor().catch(String);
    server.control.organizations.delete({ organizationId: "org_north" });
    const message =
      "ControlError: Failed to wait for a delivery: the server was reset, or the organization was deleted. Wait again.";
    expect(await Promise.all([...waits, gone])).toStrictEqual([message, message, message]);
  });
});
