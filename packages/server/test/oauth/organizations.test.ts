import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { catchControlError } from "./catch-control-error.ts";
import { openPage, readProblemPage } from "./consent-page.ts";
import { controlForms } from "./control-forms.ts";
import { startAuthorization } from "./start-authorization.ts";
import { steps } from "./steps.ts";

const foreignSteps = steps.filter(([name]) => name.includes("of the organization"));

describe.each(foreignSteps)("%s", (_, step) => {
  it("rejects the state of another organization, whether it is open, expired or used", async () => {
    const server = openServer();
    const { authorizationUrl, state, started } = await startAuthorization(server, "brain_south", "key_south");
    const foreign = {
      code: "oauth_invalid_state",
      message: expect.stringMatching(
        /: the state belongs to another organization\. Use the controls of the organization that started the authorization\.$/,
      ),
    };
    expect(await step(server, authorizationUrl, state)).toStrictEqual(foreign);
    await server.control.oauth.approve(started);
    expect(await step(server, authorizationUrl, state)).toStrictEqual(foreign);
    server.clock.advance(10 * 60 * 1000);
    expect(await step(server, authorizationUrl, state)).toStrictEqual(foreign);
  });
});

describe("an authorization and its organization", () => {
  it("stays within the organization that started it, even if the whole server decides", async () => {
    const server = openServer();
    const approved = await server.control.oauth.approve(
      (await startAuthorization(server, "brain_south", "key_south")).started,
    );
    expect(await server.control.oauth.confirm(approved)).toMatchObject({ organizationId: "org_south" });
    expect(server.organization("org_north").snapshot().installations).toHaveLength(2);
  });

  it("names the organization and the brain on the consent page", async () => {
    const { heading, text } = await openSouth();
    expect(heading).toBe("Connect South to your workspace?");
    expect(text).toContain("South asks to add its bot to your workspace, so that the brain South");
  });

  it.each(controlForms)("ends if the organization is deleted after the approval, for %s", async (_, open) => {
    const server = openServer();
    const oauth = await open(server);
    const approved = await oauth.approve((await startAuthorization(server)).started);
    server.control.organizations.delete({ organizationId: "org_north" });
    const before = recordsOf(server);
    expect((await catchControlError(oauth.confirm(approved))).code).toBe("not_found");
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("gets a page of status 404 when the organization is gone", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    server.control.organizations.delete({ organizationId: "org_north" });
    const response = await server.fetch(authorizationUrl);
    expect(response.status).toBe(404);
    expect((await readProblemPage(response)).code).toBe("not_found");
  });

  it("does not apply to another organization that reuses the id of the brain", async () => {
    const server = openServer();
    const { started } = await startAuthorization(server);
    server.control.organizations.delete({ organizationId: "org_north" });
    server.control.brains.create({ id: "brain_tides", organizationId: "org_south", name: "Taken over" });
    const before = recordsOf(server);
    expect((await catchControlError(server.control.oauth.approve(started))).code).toBe("not_found");
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("is no longer confirmed by the former code if the organization was deleted and created again", async () => {
    const server = openServer();
    const approved = await server.control.oauth.approve((await startAuthorization(server)).started);
    server.control.organizations.delete({ organizationId: "org_north" });
    server.control.organizations.create({ id: "org_north" });
    server.control.brains.create({ id: "brain_tides", organizationId: "org_north" });
    const { code, message } = await catchControlError(server.control.oauth.confirm(approved));
    expect(code).toBe("not_found");
    expect(message).toContain("the server no longer has the authorization");
  });

  it("succeeds in an organization that was deleted and created again", async () => {
    const server = openServer();
    for (let generation = 0; generation < 3; generation += 1) {
      const organization = server.control.organizations.create({ id: "org_again" });
      const { id: brainId } = server.control.brains.create({ organizationId: organization.id });
      const { started } = await startAuthorization(server, brainId, organization.apiKey);
      const approved = await server.control.oauth.approve(started);
      expect(await server.control.oauth.confirm(approved)).toMatchObject({ organizationId: "org_again" });
      server.control.organizations.delete({ organizationId: "org_again" });
    }
  });

  async function openSouth() {
    const server = openServer();
    return openPage(server, (await startAuthorization(server, "brain_south", "key_south")).authorizationUrl);
  }
});

describe("connecting a workspace again", () => {
  it("updates its installation instead of creating another", async () => {
    const server = openServer();
    const { oauth } = server.control;
    const approved = await oauth.approve({
      ...(await startAuthorization(server)).started,
      teamId: "T_NORTH",
      teamName: "Renamed",
      channels: [
        { id: "C_DECK", name: "new deck", isMember: true },
        { id: "C_NEW", name: "new" },
      ],
    });
    expect(await oauth.confirm(approved)).toStrictEqual({
      id: "installation_north",
      organizationId: "org_north",
      teamId: "T_NORTH",
      teamName: "Renamed",
    });
    const { installations, channels, bindings } = server.snapshot();
    expect(installations.map(({ id, teamName }) => [id, teamName])).toStrictEqual([
      ["installation_north", "Renamed"],
      ["installation_pier", "Pier team"],
      ["installation_south", "South team"],
    ]);
    expect(channels.filter(({ installationId }) => installationId === "installation_north")).toStrictEqual([
      { installationId: "installation_north", id: "C_DECK", name: "new deck", isPrivate: false, isMember: true },
      { installationId: "installation_north", id: "C_HOLD", name: "hold", isPrivate: true, isMember: false },
      { installationId: "installation_north", id: "C_NEW", name: "new", isPrivate: false, isMember: false },
    ]);
    expect(bindings).toStrictEqual(buildState().bindings);
  });

  it("keeps the name and the channels if none are given", async () => {
    const server = openServer();
    const { oauth } = server.control;
    const approved = await oauth.approve({ ...(await startAuthorization(server)).started, teamId: "T_NORTH" });
    expect(await oauth.confirm(approved)).toMatchObject({ id: "installation_north", teamName: "North team" });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("creates a separate installation for the same workspace in another organization", async () => {
    const server = openServer();
    const { oauth } = server.control;
    const approved = await oauth.approve({ ...(await startAuthorization(server)).started, teamId: "T_SOUTH" });
    const installation = await oauth.confirm(approved);
    expect(installation).toMatchObject({ organizationId: "org_north", teamId: "T_SOUTH", teamName: "Workspace" });
    expect(installation.id).not.toBe("installation_south");
    expect(server.snapshot().installations).toHaveLength(4);
  });

  it("creates one installation for two authorizations of the same new workspace", async () => {
    const server = openServer();
    const { oauth } = server.control;
    const workspace = { teamId: "T_QUAY", teamName: "Quay" };
    const first = await oauth.approve({ ...(await startAuthorization(server)).started, ...workspace });
    const second = await oauth.approve({ ...(await startAuthorization(server)).started, ...workspace });
    const [one, two] = [await oauth.confirm(first), await oauth.confirm(second)];
    expect(one).toStrictEqual(two);
    expect(server.snapshot().installations).toHaveLength(4);
    expect(server.snapshot().channels.filter(({ installationId }) => installationId === one?.id)).toHaveLength(2);
  });

  it("installs again if the bot was removed between approval and confirmation", async () => {
    const server = openServer();
    const { oauth, installations } = server.control;
    const approved = await oauth.approve({ ...(await startAuthorization(server)).started, teamId: "T_NORTH" });
    installations.uninstall({ installationId: "installation_north" });
    const installation = await oauth.confirm(approved);
    expect(installation).toMatchObject({ teamId: "T_NORTH", teamName: "Workspace" });
    const { channels } = server.organization("org_north").snapshot();
    expect(channels.filter(({ installationId }) => installationId === installation.id)).toHaveLength(2);
  });
});

describe("a reset or a restore in between", () => {
  it("forgets decisions, together with everything else", async () => {
    const server = openServer();
    const { started } = await startAuthorization(server);
    const approved = await server.control.oauth.approve(started);
    server.reset();
    expect((await catchControlError(server.control.oauth.confirm(approved))).code).toBe("not_found");
    expect((await catchControlError(server.control.oauth.approve(started))).code).toBe("not_found");
  });

  it("ends an approval in flight", async () => {
    const server = openServer();
    const { started } = await startAuthorization(server);
    const approval = server.control.oauth.approve(started);
    server.reset();
    expect((await catchControlError(approval)).code).toBe("conflict");
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it("keeps decisions if the organization still exists", async () => {
    const server = openServer();
    const { started: used } = await startAuthorization(server);
    await server.control.oauth.deny(used);
    const approved = await server.control.oauth.approve((await startAuthorization(server)).started);
    server.restore(server.snapshot());
    expect((await catchControlError(server.control.oauth.approve(used))).code).toBe("oauth_used_state");
    expect(await server.control.oauth.confirm(approved)).toMatchObject({ organizationId: "org_north" });
  });

  it("ends an authorization whose brain a restore removes", async () => {
    const server = openServer();
    const { started } = await startAuthorization(server);
    server.restore({ version: 1, organizations: buildState().organizations });
    expect((await catchControlError(server.control.oauth.approve(started))).code).toBe("not_found");
  });
});
