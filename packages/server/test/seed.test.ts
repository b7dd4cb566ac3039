import { createReferenceServer, type State, type StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { overwriteValues } from "./overwrite-values.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";

describe("seeding", () => {
  it("adds records of every kind to the existing ones", async () => {
    const server = createReferenceServer({ seed: buildState() });
    const { version: _, ...base } = buildState();
    const more = {
      organizations: [{ id: "org_west", name: "West" }],
      apiKeys: [{ key: "key_west", organizationId: "org_west", role: "admin" }],
      brains: [{ id: "brain_west", organizationId: "org_west", name: "West" }],
      pages: [buildPage({ id: "page_west", brainId: "brain_west" })],
      installations: [{ id: "installation_west", organizationId: "org_west", teamId: "T_WEST", teamName: "West" }],
      channels: [{ installationId: "installation_west", id: "C_DECK", name: "west", isPrivate: false, isMember: true }],
      bindings: [
        {
          ...base.bindings[0],
          id: "binding_west",
          brainId: "brain_west",
          installationId: "installation_west",
          teamId: "T_WEST",
        },
      ],
    };
    server.seed({ version: 1, ...more } as State);
    expect(recordsOf(server)).toStrictEqual({
      version: 1,
      ...Object.fromEntries(
        Object.entries(base).map(([name, records]) => [
          name,
          [...(records as object[]), ...more[name as keyof typeof more]],
        ]),
      ),
    });
    expect(await send(server, "GET /v1/brains/brain_west/index", { key: "key_west" })).toMatchObject({
      status: 200,
      body: [{ slug: "spring-tide" }],
    });
  });

  it("adds to existing brains, organizations and installations", async () => {
    const server = openServer();
    server.seed({
      version: 1,
      apiKeys: [{ key: "key_second", organizationId: "org_north", role: "viewer" }],
      pages: [buildPage({ slug: "neap-tide", pinned: true })],
      channels: [
        { installationId: "installation_north", id: "C_MAST", name: "mast", isPrivate: false, isMember: true },
      ],
    });
    expect(await send(server, index, { key: "key_second" })).toMatchObject({
      body: [{ slug: "neap-tide" }, { slug: "spring-tide" }],
    });
    const channels = await send(
      server,
      "GET /v1/brains/brain_tides/messaging/channels?installationId=installation_north",
    );
    expect(channels.body).toMatchObject([{ id: "C_DECK" }, { id: "C_HOLD" }, { id: "C_MAST" }]);
  });

  it("adds nothing if the state has nothing", () => {
    const server = openServer();
    server.seed({ version: 1 });
    server.seed({ version: 1, pages: [] });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("accepts the arrays in any order", () => {
    const { pages, brains, organizations, apiKeys } = buildState();
    const server = createReferenceServer({ seed: { pages, brains, apiKeys, organizations, version: 1 } });
    expect(server.snapshot().pages).toStrictEqual(pages);
  });

  it("keeps no reference to the state that the server begins with", async () => {
    const state = buildState();
    const server = openServer({ seed: state });
    overwriteValues(state);
    expect(recordsOf(server)).toStrictEqual(buildState());
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("keeps no reference to a state that is added", () => {
    const state: StateInput = { version: 1, pages: [buildPage({ slug: "neap-tide" })] };
    const server = openServer();
    server.seed(state);
    overwriteValues(state);
    expect(server.snapshot().pages).toContainEqual(buildPage({ slug: "neap-tide" }));
  });

  it("accepts a frozen state", async () => {
    const seed = freeze(buildState());
    const server = openServer({ seed });
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(server.snapshot().pages[0]).toHaveProperty("archived", true);
    expect(seed).toStrictEqual(buildState());
  });
});

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
