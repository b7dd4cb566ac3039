import { createReferenceServer, type Progress, type ReferenceServer, type StateChange } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { startAuthorization } from "../oauth/start-authorization.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { openRecorded } from "./open-recorded.ts";

const tides = { brainId: "brain_tides" };

/** Opens a server whose changes contain their progress. */
function openWithProgress() {
  const changes: StateChange[] = [];
  const server = openServer({ progress: [], onChange: (change) => void changes.push(change) });
  const reported = () => changes.flatMap(({ progress = [] }) => progress);
  return { server, changes, reported };
}

/** Creates a server that continues after another one has ended, from what was stored of it as JSON. */
function continueAfter({ server, reported }: ReturnType<typeof openWithProgress>): ReferenceServer {
  const progress = JSON.parse(JSON.stringify(reported())) as Progress[];
  const continued = openServer({ progress });
  continued.restore(server.snapshot());
  return continued;
}

/** Calls whose results depend on ids, clocks and OAuth states. */
async function useServer(server: ReferenceServer) {
  const { authorizationUrl } = await startAuthorization(server);
  const approved = await server.control.oauth.approve({ authorizationUrl });
  const archived = await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
  return {
    approved,
    archived,
    installation: await server.control.oauth.confirm(approved),
    organization: server.control.organizations.create(),
    page: server.control.pages.create({ ...tides, title: "Neap tide" }),
  };
}

describe("progress", () => {
  it("is reported with the change that it belongs to", async () => {
    const { server, changes } = openWithProgress();
    await send(server, "GET /v1/brains/brain_tides/index");
    expect(changes).toEqual([]);
    const { authorizationUrl, expiresAt } = await startAuthorization(server);
    await server.control.oauth.deny({ authorizationUrl });
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    server.organization("org_north").clock.freeze("2026-08-01T00:00:00Z");
    server.clock.advance(1000);
    const organizationId = "org_north";
    expect(changes).toMatchObject([
      {
        sequence: 1,
        steps: [],
        progress: [{ item: "ids", organizationId, position: Array(4).fill(expect.any(Number)) }],
      },
      {
        sequence: 2,
        steps: [],
        progress: [
          {
            item: "authorization",
            organizationId,
            nonce: expect.stringMatching(/^nonce_/),
            expiresAt,
            authorization: { status: "denied" },
          },
        ],
      },
      { sequence: 3, steps: [{ array: "pages" }], progress: [] },
      {
        sequence: 4,
        steps: [],
        progress: [{ item: "clock", organizationId, offset: 0, frozenAt: Date.UTC(2026, 7, 1) }],
      },
      { sequence: 5, steps: [], progress: [{ item: "clock", organizationId: null, offset: 1000, frozenAt: null }] },
    ]);
  });

  it("is not reported without the option", async () => {
    const { server, changes } = openRecorded();
    await startAuthorization(server);
    server.control.pages.create({ ...tides, title: "Neap tide" });
    expect(changes).toHaveLength(1);
    expect(changes[0]).not.toHaveProperty("progress");
  });

  it("has only the newest value of each item", () => {
    const { server, changes } = openWithProgress();
    server.control.installations.create({ teamName: "New team" });
    expect(changes.map(({ progress }) => progress?.map(({ item }) => item))).toEqual([["ids"]]);
  });

  it("lets a server continue as if it had not been stopped", async () => {
    const opened = openWithProgress();
    await useServer(opened.server);
    opened.server.organization("org_north").clock.advance(60_000);
    opened.server.clock.advance(1000);
    const continued = continueAfter(opened);
    expect(await useServer(continued)).toStrictEqual(await useServer(opened.server));
    expect(continued.snapshot()).toStrictEqual(opened.server.snapshot());
    expect(continued.organization("org_north").clock.now()).toBe(Date.parse(frozenTime) + 61_000);
  });

  it("keeps a frozen clock frozen", () => {
    const opened = openWithProgress();
    opened.server.organization("org_north").clock.freeze("2026-08-01T00:00:00Z");
    const { clock } = continueAfter(opened).organization("org_north");
    expect(clock.status()).toEqual({ at: "2026-08-01T00:00:00.000Z", frozen: true });
  });

  it("keeps the code of an approved authorization, and rejects one that was used", async () => {
    const opened = openWithProgress();
    const { server } = opened;
    const denied = await startAuthorization(server);
    await server.control.oauth.deny(denied.started);
    const { started } = await startAuthorization(server);
    const channels = [{ name: "mooring" }];
    const approved = await server.control.oauth.approve({ ...started, teamName: "Quay team", channels });

    const { control, snapshot } = continueAfter(opened);
    await expect(control.oauth.approve(denied.started)).rejects.toMatchObject({ code: "oauth_used_state" });
    const installation = await control.oauth.confirm(approved);
    expect(installation.teamName).toBe("Quay team");
    expect(snapshot().channels.at(-1)).toMatchObject({ name: "mooring", installationId: installation.id });
    await expect(control.oauth.confirm(approved)).rejects.toMatchObject({ code: "oauth_used_state" });
  });

  it.each<[string, (server: ReferenceServer) => void]>([
    ["its organization is", (server) => server.organization("org_north").reset()],
    ["the server is", (server) => server.reset()],
  ])("begins again if %s reset", async (_, reset) => {
    const opened = openWithProgress();
    await useServer(opened.server);
    opened.server.organization("org_north").clock.advance(60_000);
    reset(opened.server);
    const { authorizationUrl } = await startAuthorization(openServer());
    const continued = continueAfter(opened);
    expect(continued.organization("org_north").clock.now()).toBe(Date.parse(frozenTime));
    expect(await startAuthorization(continued)).toMatchObject({ authorizationUrl });
  });

  it("accepts no state of an organization that was deleted, even if there is another one with its id", async () => {
    const opened = openWithProgress();
    const { server } = opened;
    const { started } = await startAuthorization(server);
    server.control.organizations.delete({ organizationId: "org_north" });
    const apiKey = "key_of_the_second";
    server.control.organizations.create({
      id: "org_north",
      apiKey,
      seed: { version: 1, brains: [{ id: "brain_tides", organizationId: "org_north" }] },
    });
    const continued = continueAfter(opened);
    await expect(continued.control.oauth.approve(started)).rejects.toMatchObject({ code: "not_found" });
    expect(await startAuthorization(continued, "brain_tides", apiKey)).toEqual(
      await startAuthorization(server, "brain_tides", apiKey),
    );
  });

  it.each<[name: string, progress: unknown]>([
    ["no array", {}],
    ["another item", [{ item: "journal", organizationId: "org_north" }]],
    ["no organization", [{ item: "clock", offset: 0, frozenAt: null }]],
    ["a short position", [{ item: "ids", organizationId: null, position: [1, 2, 3] }]],
    ["a position beyond 32 bits", [{ item: "ids", organizationId: null, position: [1, 2, 3, 2 ** 32] }]],
    ["an infinite offset", [{ item: "clock", organizationId: null, offset: Number.POSITIVE_INFINITY, frozenAt: null }]],
    ["a time that no timestamp can express", [{ item: "clock", organizationId: null, offset: 0, frozenAt: 1e20 }]],
    ["a negative generation", [{ item: "reset", organizationId: "org_north", generation: -1 }]],
    ["an authorization of the server", [authorization({ organizationId: null })]],
    ["an expiry that is no timestamp", [authorization({ expiresAt: "soon" })]],
    ["an unknown decision", [authorization({ authorization: { status: "started" } })]],
    ["an approval without a code", [authorization({ authorization: { status: "approved" } })]],
    [
      "an approval of channels without names",
      [authorization({ authorization: { status: "approved", code: "1", workspace: { teamId: "T", channels: [{}] } } })],
    ],
  ])("is rejected if it has %s", (_, progress) => {
    expect(() => createReferenceServer({ seed: buildState(), progress: progress as Progress[] })).toThrow(
      "Failed to create a server: progress must be an array with the progress that changes contained",
    );
  });
});

function authorization(fields: object): object {
  const expiresAt = "2026-07-01T12:10:00.000Z";
  const decided = { authorization: { status: "denied" } };
  return { item: "authorization", organizationId: "org_north", nonce: "nonce_1", expiresAt, ...decided, ...fields };
}
