import { createReferenceServer, type ReferenceServer, type ServerOrganization } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { captureAsyncRejection } from "../control/capture-rejection.ts";
import { captureResult } from "../http-control/capture-result.ts";
import { methodAt } from "../http-control/method-at.ts";
import { samples } from "../http-control/samples.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const paths = Object.entries(samples).filter(([path]) => !path.startsWith("organizations/"));

function visibleState({ snapshot, clock, faults, journal, deliveries }: ServerOrganization) {
  return [snapshot(), clock.status(), faults.list(), journal.entries(), deliveries.list()];
}

/** The commands whose input names nothing of another organization. */
const withoutIds =
  /^(clock\/|apiKeys\/create|brains\/create|installations\/create|faults\/(add|list|pending|clear)|journal\/(?!get|waitFor)|deliveries\/(list|stats|clear))/;

describe("a command that is confined to an organization", () => {
  it.each(paths)("finds and changes nothing of another: %s", async (path, { argument }) => {
    const server = openServer();
    const north = server.organization("org_north");
    const given = await argument(north, server);
    const before = visibleState(north);
    const result = await captureResult(() => methodAt(server.organization("org_south"), path)(given));
    expect(visibleState(north)).toStrictEqual(before);
    expect("value" in result).toBe(withoutIds.test(path));
    // Its response is the same as if there were no other organization.
    const other = openServer();
    other.control.organizations.delete({ organizationId: "org_north" });
    expect(await captureResult(() => methodAt(other.organization("org_south"), path)(given))).toStrictEqual(result);
  });

  it.each(paths)("is executed for its own, with and without the id: %s", async (path, { argument }) => {
    const [server, other] = [openServer(), openServer()];
    const [north, whole] = [server.organization("org_north"), other];
    const value = await methodAt(north, path)(await argument(north, server));
    expect(await methodAt(whole, path)(await argument(whole, other))).toEqual(value);
    expect(recordsOf(server)).toStrictEqual(recordsOf(other));
  });

  it.each(paths)("is rejected for an organization that does not exist: %s", async (path, { goal, argument }) => {
    const server = openServer();
    const given = await argument(server, server);
    for (const id of ["org_moon", "undefined", " ", "__proto__"]) {
      const call = () => methodAt(server.organization(id), path)(given);
      expect(await captureAsyncRejection(server, call)).toEqual({
        code: "not_found",
        message: `Failed to ${goal}: there is no organization ${id}.`,
        problems: [],
      });
    }
  });
});

describe("an organization", () => {
  it("may be selected before it exists, by any text that is not empty", async () => {
    const server = openServer();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    const west = server.organization("org_west");
    server.control.organizations.create({ id: "org_west" });
    expect(west.control.brains.create().organizationId).toBe("org_west");
    for (const id of [undefined, null, "", 5, {}]) {
      for (const { organization } of [server, connected])
        expect(() => organization(id as string)).toThrow(
          "Failed to select an organization: its id must be a string that is not empty (got ",
        );
    }
  });

  it("has all members of a server but the organizations, also through a connection", async () => {
    const server = openServer();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    const members = "baseUrl,clock,control,deliveries,faults,fetch,id,journal,reset,restore,seed,snapshot";
    for (const { control, id, ...others } of [server, connected].map(({ organization }) => organization("org_south"))) {
      expect(
        Object.keys({ control, id, ...others })
          .toSorted()
          .join(),
      ).toBe(members);
      expect(Object.keys({ ...control, organizations: {} }).toSorted()).toEqual(Object.keys(server.control).toSorted());
    }
  });

  it("has a key of its own, which opens its brains and no others, until it is deleted", async () => {
    const server = openServer();
    const { id, apiKey } = server.control.organizations.create();
    const { key } = server.control.apiKeys.create({ organizationId: id });
    const brain = server.organization(id).control.brains.create();
    const statusOf = async (brainId: string, with_ = apiKey) =>
      (await send(server, `GET /v1/brains/${brainId}/index`, { key: with_ })).status;
    expect([
      await statusOf(brain.id),
      await statusOf(brain.id, key),
      await statusOf("brain_tides"),
      await statusOf(brain.id, "key_north"),
    ]).toEqual([200, 200, 404, 404]);
    server.control.organizations.delete({ organizationId: id });
    expect([
      await statusOf(brain.id),
      await statusOf(brain.id, key),
      await statusOf("brain_tides", "key_north"),
    ]).toEqual([401, 401, 200]);
  });

  it("has ids and a time that do not depend on others", () => {
    const create = (server: ReferenceServer) => {
      const { brains, apiKeys, installations, pages } = server.organization("org_south").control;
      return [
        brains.create(),
        apiKeys.create(),
        installations.create(),
        pages.read({ brainId: "brain_south", slug: "menu" }),
      ];
    };
    const busy = openServer();
    const { control, clock } = busy.organization("org_north");
    for (let round = 0; round < 5; round += 1) control.brains.create();
    control.brains.sendDailyBrief({ brainId: "brain_tides" });
    clock.freeze("2030-01-01T00:00:00Z");
    expect(create(busy)).toStrictEqual(create(openServer()));
  });

  it("keeps nothing for the next one with its id", async () => {
    const server = openServer();
    const south = server.organization("org_south");
    const { body } = await send(server, "POST /v1/brains/brain_south/messaging/oauth/start", { key: "key_south" });
    south.control.brains.sendDailyBrief({ brainId: "brain_south" });
    south.faults.add({ kind: "hang" });
    south.clock.freeze("2020-01-01T00:00:00Z");
    const seed = recordsOf(south);
    server.control.organizations.delete({ organizationId: "org_south" });
    server.control.organizations.create({ id: "org_south", seed });
    expect(visibleState(south).slice(1)).toEqual([{ at: frozenTime, frozen: false }, [], [], []]);
    await expect(south.control.oauth.approve(body as never)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is by default that of the server's key, even if that was revoked, or another one has it after a restore", () => {
    const server = openServer();
    const { brains, apiKeys, organizations } = server.control;
    apiKeys.revoke({ apiKey: server.apiKey });
    expect(brains.create().organizationId).toBe("org_north");
    server.restore({
      ...server.snapshot(),
      apiKeys: [{ key: server.apiKey, organizationId: "org_south", role: "admin" }],
    });
    expect(brains.create().organizationId).toBe("org_south");
    server.reset();
    organizations.delete({ organizationId: "org_north" });
    expect(() => brains.create()).toThrow("there is no organization org_north.");
  });

  it("gets an id and a key that are not taken, nor those of a snapshot", () => {
    const first = createReferenceServer();
    const { id, apiKey } = first.control.organizations.create();
    const second = createReferenceServer({ seed: first.snapshot() });
    expect(second.control.organizations.create().id).not.toBe(id);
    const third = createReferenceServer();
    third.control.apiKeys.create({ apiKey });
    const created = third.control.organizations.create();
    expect(created.id).toBe(id);
    expect(created.apiKey).not.toBe(apiKey);
  });
});
