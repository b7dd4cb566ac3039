import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { callCommand } from "./call-command.ts";
import { captureAsyncRejection, captureRejection } from "./capture-rejection.ts";

/** The part of the test state that belongs to the south. */
function southState(): State {
  const state = buildState();
  return {
    version: 1,
    organizations: state.organizations.slice(1),
    apiKeys: state.apiKeys.slice(1),
    brains: state.brains.slice(2),
    pages: state.pages.slice(2),
    installations: state.installations.slice(2),
    channels: state.channels.slice(3),
    bindings: state.bindings.slice(3),
  };
}

/** Calls with the ids of the south that the north must not be able to make. */
const foreign: readonly [command: string, input: Readonly<Record<string, unknown>>][] = [
  ["apiKeys.create", { organizationId: "org_south" }],
  ["apiKeys.update", { apiKey: "key_south", role: "x" }],
  ["apiKeys.revoke", { apiKey: "key_south" }],
  ["brains.create", { organizationId: "org_south" }],
  ["brains.update", { brainId: "brain_south", name: "x" }],
  ["brains.sendDailyBrief", { brainId: "brain_south" }],
  ["brains.reportConnection", { brainId: "brain_south", slugs: ["menu", "menu"] }],
  ["pages.create", { brainId: "brain_south", title: "T", body: "B" }],
  ["pages.get", { brainId: "brain_south", slug: "menu" }],
  ["pages.read", { brainId: "brain_south", slug: "menu" }],
  ["pages.edit", { brainId: "brain_south", slug: "menu", title: "T" }],
  ["pages.compile", { brainId: "brain_south", slug: "menu" }],
  ["pages.pin", { brainId: "brain_south", slug: "menu" }],
  ["pages.unpin", { brainId: "brain_south", slug: "menu" }],
  ["pages.deprecate", { brainId: "brain_south", slug: "menu" }],
  ["pages.mark", { brainId: "brain_south", slug: "menu", status: "stale" }],
  ["pages.restore", { brainId: "brain_south", slug: "menu" }],
  ["installations.create", { organizationId: "org_south" }],
  ["installations.update", { installationId: "installation_south", teamName: "x" }],
  ["installations.status", { brainId: "brain_south" }],
  ["installations.uninstall", { installationId: "installation_south" }],
  ["channels.create", { installationId: "installation_south", name: "x" }],
  ["channels.update", { installationId: "installation_south", channelId: "C_SOUTH", name: "x" }],
  ["bindings.create", { brainId: "brain_south", installationId: "installation_south", channelId: "C_SOUTH" }],
  ["bindings.create", { brainId: "brain_tides", installationId: "installation_south", channelId: "C_SOUTH" }],
  ["bindings.update", { brainId: "brain_south", bindingId: "binding_south", status: "disabled" }],
];

/** The same input with ids that do not exist. */
function ofNobody(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(input).replaceAll("_south", "_moon"));
}

function rejectionOf(server: ReferenceServer, command: string, input: unknown) {
  return captureRejection(server, () => callCommand(server.organization("org_north").control, command, input));
}

describe("the controls of one organization", () => {
  it.each(foreign)("find nothing of another by %s %j", (command, input) => {
    const server = openServer();
    const rejection = rejectionOf(server, command, input);
    expect(rejection).toMatchObject({ code: "not_found", problems: [] });
    const ofThatWhichIsNot = rejectionOf(server, command, ofNobody(input));
    expect(JSON.stringify(rejection).replaceAll("_south", "_moon")).toBe(JSON.stringify(ofThatWhichIsNot));
  });

  it.each(foreign.filter(([, { brainId }]) => brainId !== "brain_tides"))(
    "are enough for its own: %s %j",
    (command, input) => {
      const server = openServer();
      const own =
        command === "bindings.create"
          ? {
              ...input,
              channelId: server.control.channels.create({ installationId: "installation_south", name: "x" }).id,
            }
          : command === "brains.reportConnection"
            ? {
                ...input,
                slugs: ["menu", server.control.pages.create({ brainId: "brain_south", title: "T", body: "B" }).slug],
              }
            : input;
      expect(() => callCommand(server.organization("org_south").control, command, own)).not.toThrow();
    },
  );

  it("create records in that organization by default", () => {
    const server = openServer();
    const south = server.organization("org_south");
    const brain = south.control.brains.create();
    const installation = south.control.installations.create();
    const { organizationId } = south.control.apiKeys.create();
    expect([brain.organizationId, installation.organizationId, organizationId]).toEqual(Array(3).fill("org_south"));
    expect(server.organization("org_north").snapshot()).toMatchObject({
      brains: { length: 2 },
      installations: { length: 2 },
    });
  });

  it("are those of their organization, without the group organizations", () => {
    const south = openServer().organization("org_south");
    expect(south.id).toBe("org_south");
    expect(south.control).not.toHaveProperty("organizations");
    expect(Object.keys(south).toSorted()).toEqual([
      "baseUrl",
      "clock",
      "control",
      "deliveries",
      "faults",
      "fetch",
      "id",
      "journal",
      "reset",
      "restore",
      "seed",
      "snapshot",
    ]);
  });

  it("can be created before the organization is", () => {
    const server = openServer();
    const west = server.organization("org_west");
    expect(captureRejection(server, () => west.snapshot())).toEqual({
      code: "not_found",
      message: "Failed to take a snapshot: there is no organization org_west.",
      problems: [],
    });
    server.control.organizations.create({ id: "org_west" });
    expect(west.control.brains.create().organizationId).toBe("org_west");
  });

  it.each(["undefined", "null", " ", "__proto__", "constructor"])(
    "are not those of the server for the id %j",
    async (id) => {
      const server = openServer();
      const nobody = server.organization(id);
      for (const act of [
        () => nobody.snapshot(),
        () => nobody.control.pages.get({ brainId: "brain_tides", slug: "spring-tide" }),
        () => nobody.control.brains.create(),
        () => nobody.deliveries.list(),
        () => nobody.journal.entries(),
        () => nobody.faults.clear(),
        () => nobody.clock.freeze(),
      ]) {
        expect(captureRejection(server, act)).toMatchObject({ code: "not_found", problems: [] });
      }
      expect((await captureAsyncRejection(server, () => nobody.deliveries.waitFor())).code).toBe("not_found");
    },
  );
});

describe("the snapshot of one organization", () => {
  it("contains its own records and nothing else", () => {
    const server = openServer();
    expect(recordsOf(server.organization("org_south"))).toStrictEqual(southState());
    server.control.organizations.create({ id: "org_west" });
    expect(server.organization("org_west").snapshot()).toMatchObject({
      organizations: [{ id: "org_west" }],
      apiKeys: [{ organizationId: "org_west" }],
      brains: [],
      pages: [],
      installations: [],
      channels: [],
      bindings: [],
    });
  });

  it("is a valid seed", async () => {
    const seed = openServer().organization("org_south").snapshot();
    const server = createReferenceServer({ seed });
    expect(recordsOf(server)).toStrictEqual(southState());
    expect((await send(server, "GET /v1/brains/brain_south/index")).status).toBe(200);
  });

  it("may be changed without a change to the server", () => {
    const server = openServer();
    const { brains, pages } = server.organization("org_south").snapshot();
    Object.assign(brains[0] ?? {}, { organizationId: "org_north" });
    Object.assign(pages[0]?.entities ?? [], ["spoiled"]);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });
});

describe("the actions of one organization", () => {
  it("does not change the records of another", () => {
    const server = openServer();
    const { control } = server.organization("org_north");
    const address = { brainId: "brain_tides", slug: "spring-tide" };
    control.pages.edit({ ...address, title: "T" });
    control.pages.create({ brainId: "brain_tides", title: "T", body: "B" });
    control.brains.update({ brainId: "brain_ropes", name: "x" });
    control.installations.uninstall({ installationId: "installation_north" });
    control.apiKeys.revoke({ apiKey: "key_north" });
    expect(recordsOf(server.organization("org_south"))).toStrictEqual(southState());
  });

  it("does not move the time of another", () => {
    const server = openServer();
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    const { control } = server.organization("org_south");
    expect(control.pages.read({ brainId: "brain_south", slug: "menu" }).lastReferencedAt).toBe(frozenTime);
  });

  it("does not change the ids of another", () => {
    const [quiet, busy] = [openServer(), openServer()];
    const { control } = busy.organization("org_north");
    for (let round = 0; round < 5; round += 1) control.brains.create();
    control.installations.create();
    control.brains.sendDailyBrief({ brainId: "brain_tides" });
    const created = [quiet, busy].map((server) => {
      const south = server.organization("org_south").control;
      return [south.brains.create(), south.apiKeys.create(), south.installations.create()];
    });
    expect(created[0]).toStrictEqual(created[1]);
  });

  it("with the same names is kept apart", async () => {
    const server = createReferenceServer();
    const twins = ["one", "two"].map((id) => {
      const { apiKey } = server.control.organizations.create({ id });
      const { control } = server.organization(id);
      const brain = control.brains.create({ name: "Twin" });
      control.pages.create({ brainId: brain.id, title: id, body: "B", slug: "same" });
      control.installations.create({ teamId: "T_SAME", channels: [{ id: "C_SAME", name: id }] });
      return { id, apiKey, brain, control };
    });
    for (const { id, apiKey, brain, control } of twins) {
      expect(await send(server, `GET /v1/brains/${brain.id}/index`, { key: apiKey })).toMatchObject({
        status: 200,
        body: [{ slug: "same", title: id }],
      });
      expect(control.installations.status({ brainId: brain.id }).installations).toMatchObject([{ organizationId: id }]);
    }
  });

  it("does not reach another through a page with the same slug", () => {
    const seed = buildState({ pages: [buildPage(), buildPage({ id: "page_south", brainId: "brain_south" })] });
    const server = openServer({ seed });
    server.organization("org_north").control.pages.pin({ brainId: "brain_tides", slug: "spring-tide" });
    expect(server.snapshot().pages.map(({ pinned }) => pinned)).toEqual([true, false]);
  });
});
