import { KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { decideOnPage, openPage, readRedirect, startAuthorization } from "../helpers/oauth.ts";
import { buildState, openServer, recordsOf, someId } from "../helpers/open-server.ts";

function openWith(redirectUrl: string) {
  const server = openServer();
  server.control.organizations.update({ organizationId: "org_north", redirectUrl });
  return server;
}

describe("server.control.oauth", () => {
  const redirectUrl = "https://app.example/connected";

  it("approve decides like a user who approves on the consent page, and returns the callback", async () => {
    const server = openWith(redirectUrl);
    const { authorizationUrl, state } = await startAuthorization(server);
    const approved = await server.control.oauth.approve({ authorizationUrl });
    const callbackUrl = `${redirectUrl}?code=${approved.code}&state=${state}`;
    expect(approved).toStrictEqual({ callbackUrl, code: someId("code"), state });
  });

  it("deny decides like a user who denies on the consent page, and returns the callback", async () => {
    const server = openWith(redirectUrl);
    const { authorizationUrl, state } = await startAuthorization(server);
    const denied = await server.control.oauth.deny({ authorizationUrl });
    const callbackUrl = `${redirectUrl}?error=access_denied&state=${state}`;
    expect(denied).toStrictEqual({ callbackUrl, error: "access_denied", state });
  });

  it("confirm exchanges the code and the state of a callback for an installation", async () => {
    const server = openServer();
    const { oauth, installations } = server.control;
    const { authorizationUrl } = await startAuthorization(server);
    const installation = await oauth.confirm(await oauth.approve({ authorizationUrl, teamName: "Quay" }));
    expect(installation).toMatchObject({ organizationId: "org_north", teamName: "Quay" });
    expect(installations.list()).toContainEqual(installation);
  });

  it("list returns the authorizations of an organization, and how far each has come", async () => {
    const server = openServer();
    const { oauth } = server.control;
    const { authorizationUrl } = await startAuthorization(server);
    expect(oauth.list()).toMatchObject([{ brainId: "brain_tides", authorizationUrl, status: "started" }]);
    await oauth.confirm(await oauth.approve({ authorizationUrl }));
    expect(oauth.list()).toMatchObject([{ authorizationUrl, status: "confirmed" }]);
  });
});

// Decides an authorization, and resolves to the URL to which the browser is redirected.
type Decide = (server: ReferenceServer, authorizationUrl: string, teamName?: string) => Promise<string>;

const decisions: readonly ({ readonly approve: Decide; readonly deny: Decide } & { by: string })[] = [
  {
    by: "the consent page",
    approve: async (server, url, teamName) => readRedirect(await decideOnPage(server, url, "approve", teamName)),
    deny: async (server, url) => readRedirect(await decideOnPage(server, url, "deny")),
  },
  {
    by: "the control",
    approve: async ({ control }, authorizationUrl, teamName) =>
      (await control.oauth.approve({ authorizationUrl, teamName })).callbackUrl,
    deny: async ({ control }, authorizationUrl) => (await control.oauth.deny({ authorizationUrl })).callbackUrl,
  },
];

describe.each(decisions)("an authorization decided by $by", ({ approve, deny }) => {
  it("becomes an installation, whose channels are listed", async () => {
    const server = openWith("https://app.example/connected");
    const { authorizationUrl, expiresAt, state } = await startAuthorization(server);
    const callbackUrl = await approve(server, authorizationUrl, "Quay");
    expect(recordsOf(server).installations).toStrictEqual(buildState().installations);

    const callback = readOAuthCallback(callbackUrl, { state, expiresAt }, server.clock.now());
    const installation = await server.control.oauth.confirm(callback);
    const generated = { id: someId("installation"), teamId: someId("team") };
    expect(installation).toStrictEqual({ ...generated, organizationId: "org_north", teamName: "Quay" });
    const kb = new KnowledgeBase(server.connection);
    expect(await kb.channels.list({ brainId: "brain_tides", installationId: installation.id })).toStrictEqual([
      { id: someId("channel"), name: "general", isPrivate: false, isMember: true },
      { id: someId("channel"), name: "random", isPrivate: false, isMember: false },
    ]);
  });

  it.each([
    { kept: "a path", given: "/a/b", expected: "/a/b?CALLBACK" },
    { kept: "no path", given: "", expected: "/?CALLBACK" },
    { kept: "a query", given: "/?tab=2&x=%20y&x=z", expected: "/?tab=2&x=+y&x=z&CALLBACK" },
    { kept: "a fragment", given: "/?a=1#b?c=2", expected: "/?a=1&CALLBACK#b?c=2" },
    { kept: "no fields of a callback", given: "/?state=a&state=b&code=c&error=d&e=f", expected: "/?e=f&CALLBACK" },
    { kept: "no line breaks", given: "/a\r\nSet-Cookie: b=c", expected: "/aSet-Cookie:%20b=c?CALLBACK" },
    { kept: "letters beyond ASCII", given: "/ß?ü", expected: "/%C3%9F?%C3%BC=&CALLBACK" },
  ])("keeps $kept of the redirect URL", async ({ given, expected }) => {
    const server = openWith(`https://app.example${given}`);
    const { authorizationUrl, state } = await startAuthorization(server);
    const callbackUrl = await approve(server, authorizationUrl);
    const { code } = readOAuthCallback(callbackUrl, { state }, server.clock.now());
    expect(callbackUrl).toBe(`https://app.example${expected.replace("CALLBACK", `code=${code}&state=${state}`)}`);
  });

  it("ends at the redirect URL that the organization has then, with an error if the user denies", async () => {
    const server = openWith("https://app.example/before");
    const { authorizationUrl, state } = await startAuthorization(server);
    const redirectUrl = "https://app.example/?code=old&tab=2";
    server.control.organizations.update({ organizationId: "org_north", redirectUrl });
    const callbackUrl = await deny(server, authorizationUrl);
    expect(callbackUrl).toBe(`https://app.example/?tab=2&error=access_denied&state=${state}`);
    expect(() => readOAuthCallback(callbackUrl, { state })).toThrow(expect.objectContaining({ problem: "denied" }));
  });

  it("ends on a page of the server if the organization has no redirect URL", async () => {
    const server = openServer({ baseUrl: "http://localhost:8080/api/kb/" });
    const done = "http://localhost:8080/api/kb/_platform/oauth/done";
    const { authorizationUrl, state } = await startAuthorization(server);
    expect((await server.fetch(authorizationUrl.replace("/api/kb/", "/"))).status).toBe(404);
    const approved = await openPage(server, await approve(server, authorizationUrl));
    expect(approved).toMatchObject({ status: 200, title: "Authorization approved", heading: "Authorization approved" });
    expect(approved.terms).toStrictEqual({ code: someId("code"), state });
    expect(await server.control.oauth.confirm(approved.terms as never)).toMatchObject({ organizationId: "org_north" });

    const other = await startAuthorization(server);
    const callbackUrl = await deny(server, `${other.authorizationUrl}&error=none&code=mine&more=1#part`);
    expect(callbackUrl).toBe(`${done}?error=access_denied&state=${other.state}`);
    const denied = await openPage(server, callbackUrl);
    expect(denied).toMatchObject({ status: 200, title: "Authorization denied", heading: "Authorization denied" });
    expect(denied.terms).toStrictEqual({ error: "access_denied", state: other.state });
  });
});

async function confirmFor(server: ReturnType<typeof openServer>, teamId: string, meanwhile = () => {}) {
  const { oauth, channels } = server.control;
  const approved = await oauth.approve({ ...(await startAuthorization(server)).started, teamId });
  meanwhile();
  const installation = await oauth.confirm(approved);
  expect(channels.list({ installationId: installation.id }).map(({ name }) => name)).toEqual(["general", "random"]);
  return installation;
}

it("an authorization of a workspace that another organization has makes an installation of its own", async () => {
  const installation = await confirmFor(openServer(), "T_SOUTH");
  expect(installation).toMatchObject({ teamId: "T_SOUTH", organizationId: "org_north" });
  expect(installation.id).not.toBe("installation_south");
});

it("an authorization of a workspace that is uninstalled meanwhile makes a new installation", async () => {
  const server = openServer();
  const uninstall = () => server.control.installations.uninstall({ installationId: "installation_north" });
  const installation = await confirmFor(server, "T_NORTH", uninstall);
  expect(installation).toMatchObject({ teamId: "T_NORTH", teamName: "Workspace" });
  expect(installation.id).not.toBe("installation_north");
});

it("a redirect doesn't leave the host of the authorization URL, for any path", async () => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  const disguised = authorizationUrl.replace("knowledge-base.test/", "knowledge-base.test//app.example/");
  const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: disguised });
  expect(new URL(callbackUrl).host).toBe("knowledge-base.test");
});

it("the flow works in a browser without URL.parse", async () => {
  const parse = Object.getOwnPropertyDescriptor(URL, "parse") ?? expect.fail();
  Reflect.deleteProperty(URL, "parse");
  onTestFinished(() => void Object.defineProperty(URL, "parse", parse));
  const server = openServer();
  const { authorizationUrl, state } = await startAuthorization(server);
  expect((await server.fetch(authorizationUrl)).status).toBe(200);
  const body = new URLSearchParams({ decision: "deny", state });
  const headers = { origin: "https://other.example", host: "knowledge-base.test" };
  expect((await server.fetch(authorizationUrl, { method: "POST", headers, body })).status).toBe(403);
  expect(await server.control.oauth.approve({ authorizationUrl })).toMatchObject({ code: expect.any(String) });
  const rejection = server.control.oauth.approve({ authorizationUrl: "no URL" });
  await expect(rejection).rejects.toMatchObject({ code: "invalid_input" });
});
