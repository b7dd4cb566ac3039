import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { openPage } from "./consent-page.ts";
import { controlForms, decisionForms } from "./control-forms.ts";
import { createClient, startAuthorization } from "./start-authorization.ts";

const organizations = [
  { id: "org_north", name: "North", redirectUrl: "https://app.example/connected" },
  { id: "org_south", name: "South" },
];

describe.each(decisionForms)("an authorization decided by %s", (_, { approve, deny }) => {
  it.each(controlForms)(
    "becomes an installation by %s, whose channels are listed, bound and notified",
    async (_name, open) => {
      const server = openServer({ seed: buildState({ organizations }) });
      const kb = createClient(server);
      const { authorizationUrl, expiresAt, state } = await startAuthorization(server);
      expect(Date.parse(expiresAt)).toBeGreaterThan(server.clock.now());

      const callbackUrl = await approve(server, authorizationUrl, "Quay");
      expect(callbackUrl.slice(0, callbackUrl.indexOf("?"))).toBe("https://app.example/connected");
      const callback = readOAuthCallback(callbackUrl, { state, expiresAt }, server.clock.now());
      const installation = await (await open(server)).confirm(callback);
      expect(installation).toStrictEqual({
        id: expect.stringMatching(/^installation_/),
        organizationId: "org_north",
        teamId: expect.stringMatching(/^team_/),
        teamName: "Quay",
      });
      expect(server.control.installations.status({ brainId: "brain_tides" }).installations).toContainEqual(
        installation,
      );

      const channels = await kb.channels.list({ brainId: "brain_tides", installationId: installation.id });
      expect(channels).toStrictEqual([
        { id: expect.stringMatching(/^channel_/), name: "general", isPrivate: false, isMember: true },
        { id: expect.stringMatching(/^channel_/), name: "random", isPrivate: false, isMember: false },
      ]);
      const [channel] = channels;
      const binding = server.control.bindings.create({
        brainId: "brain_tides",
        installationId: installation.id,
        channelId: channel?.id ?? "",
      });
      expect(binding).toMatchObject({ teamId: installation.teamId, channelName: "general", status: "active" });
      server.control.brains.sendDailyBrief({ brainId: "brain_tides" });
      expect(server.deliveries.list({ bindingId: binding.id })).toMatchObject([
        { kind: "brief", installationId: installation.id, channelId: channel?.id },
      ]);
      await kb.bindings.unbind({ brainId: "brain_tides", bindingId: binding.id });
      expect(server.control.installations.status({ brainId: "brain_tides" }).installations).toContainEqual(
        installation,
      );
    },
  );

  it("ends at the application with an error if the user denies", async () => {
    const server = openServer({ seed: buildState({ organizations }) });
    const { authorizationUrl, state } = await startAuthorization(server);
    const callbackUrl = await deny(server, authorizationUrl);
    expect(Object.fromEntries(new URL(callbackUrl).searchParams)).toStrictEqual({ error: "access_denied", state });
    expect(() => readOAuthCallback(callbackUrl, { state })).toThrow(
      expect.objectContaining({ problem: "denied", message: expect.stringContaining("access_denied") }),
    );
    expect(recordsOf(server)).toStrictEqual(buildState({ organizations }));
  });

  it("changes no record before it is confirmed", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    await approve(server, authorizationUrl);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("ends on a page of the server if the organization has no redirect URL", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const callbackUrl = await approve(server, authorizationUrl);
    const callback = readOAuthCallback(callbackUrl, { state }, server.clock.now());
    const page = await openPage(server, callbackUrl);
    expect(page).toMatchObject({ status: 200, title: "Authorization approved", heading: "Authorization approved" });
    expect(page.terms).toStrictEqual({ ...callback });
    expect(await server.control.oauth.confirm(callback)).toMatchObject({ organizationId: "org_north" });
  });

  it("ends on a page of the server that reports a denial", async () => {
    const server = openServer();
    const { authorizationUrl, state } = await startAuthorization(server);
    const page = await openPage(server, await deny(server, authorizationUrl));
    expect(page).toMatchObject({ status: 200, title: "Authorization denied", heading: "Authorization denied" });
    expect(page.terms).toStrictEqual({ error: "access_denied", state });
  });

  it("can be pending together with others", async () => {
    const server = openServer();
    const flows = [
      await startAuthorization(server),
      await startAuthorization(server, "brain_ropes"),
      await startAuthorization(server),
    ];
    const callbacks = new Map<string, ReturnType<typeof readOAuthCallback>>();
    for (const { authorizationUrl, state } of flows.toReversed()) {
      callbacks.set(state, readOAuthCallback(await approve(server, authorizationUrl), { state }, server.clock.now()));
    }
    const installations = [];
    for (const { state } of flows) {
      installations.push(await server.control.oauth.confirm(callbacks.get(state) ?? { code: "", state: "" }));
    }
    expect(new Set(installations.map(({ teamId }) => teamId)).size).toBe(3);
    expect(server.snapshot().installations).toHaveLength(buildState().installations.length + 3);
  });
});
