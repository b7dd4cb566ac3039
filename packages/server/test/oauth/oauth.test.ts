import { KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { expect, it, vi } from "vitest";
import { someId } from "../helpers/build-state.ts";
import { openPage, startAuthorization } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";

it("an authorization that a user approves becomes an installation, whose channels are listed", async () => {
  const server = openServer();
  const { oauth, organizations } = server.control;
  organizations.update({ organizationId: "org_north", redirectUrl: "https://app.example/connected" });
  const kb = new KnowledgeBase(server.connection);
  const { authorizationUrl } = await kb.oauth.start({ brainId: "brain_tides" });
  const approved = await oauth.approve({ authorizationUrl, teamName: "Quay" });
  expect(approved.callbackUrl).toBe(`https://app.example/connected?code=${approved.code}&state=${approved.state}`);

  const installation = await oauth.confirm({ code: approved.code, state: approved.state });
  const generated = { id: someId("installation"), teamId: someId("team") };
  expect(installation).toStrictEqual({ ...generated, organizationId: "org_north", teamName: "Quay" });
  expect(await kb.channels.list({ brainId: "brain_tides", installationId: installation.id })).toStrictEqual([
    { id: someId("channel"), name: "general", isPrivate: false, isMember: true },
    { id: someId("channel"), name: "random", isPrivate: false, isMember: false },
  ]);
});

function openWith(redirectUrl: string) {
  const server = openServer();
  server.control.organizations.update({ organizationId: "org_north", redirectUrl });
  return server;
}

it("oauth.approve decides like a user who approves on the consent page, and installs nothing yet", async () => {
  const server = openServer();
  const { authorizationUrl, state } = await startAuthorization(server);
  const approved = await server.control.oauth.approve({ authorizationUrl });
  expect(approved).toStrictEqual({ callbackUrl: expect.any(String), code: someId("code"), state });
  expect(server.snapshot().installations).toHaveLength(3);
});

it("oauth.deny decides like a user who denies on the consent page", async () => {
  const server = openWith("https://app.example/connected");
  const { authorizationUrl, state } = await startAuthorization(server);
  const callbackUrl = `https://app.example/connected?error=access_denied&state=${state}`;
  const denied = await server.control.oauth.deny({ authorizationUrl });
  expect(denied).toStrictEqual({ callbackUrl, error: "access_denied", state });
  expect(() => readOAuthCallback(callbackUrl, { state })).toThrow(expect.objectContaining({ problem: "denied" }));
});

it("oauth.list returns the authorizations of an organization, and how far each has come", async () => {
  const server = openServer();
  const { oauth } = server.control;
  const { authorizationUrl } = await startAuthorization(server);
  expect(oauth.list()).toMatchObject([{ brainId: "brain_tides", authorizationUrl, status: "started" }]);
  await oauth.confirm(await oauth.approve({ authorizationUrl }));
  expect(oauth.list()).toMatchObject([{ authorizationUrl, status: "confirmed" }]);
});

it("server.control.oauth.list returns at most as many authorizations as its limit, and goes on after a nonce", async () => {
  const server = openServer();
  const { brains, oauth } = server.control;
  const { id } = brains.create();
  for (const brainId of [id, "brain_tides", "brain_tides"]) await startAuthorization(server, brainId);
  const [first, second, third] = oauth.list();
  expect([first, second, third]).toMatchObject([
    { brainId: "brain_tides" },
    { brainId: "brain_tides" },
    { brainId: id },
  ]);
  expect(oauth.list({ limit: 2 })).toStrictEqual([first, second]);
  expect(oauth.list({ limit: 2, after: second?.nonce })).toStrictEqual([third]);
});

it.each([
  { kept: "a path", given: "/a/b", expected: "/a/b?CALLBACK" },
  { kept: "no path", given: "", expected: "/?CALLBACK" },
  { kept: "a query", given: "/?tab=2&x=%20y&x=z", expected: "/?tab=2&x=+y&x=z&CALLBACK" },
  { kept: "a fragment", given: "/?a=1#b?c=2", expected: "/?a=1&CALLBACK#b?c=2" },
  { kept: "no fields of a callback", given: "/?state=a&state=b&code=c&error=d&e=f", expected: "/?e=f&CALLBACK" },
  { kept: "no line breaks", given: "/a\r\nSet-Cookie: b=c", expected: "/aSet-Cookie:%20b=c?CALLBACK" },
  { kept: "letters beyond ASCII", given: "/ß?ü", expected: "/%C3%9F?%C3%BC=&CALLBACK" },
])("a callback keeps $kept of the redirect URL", async ({ given, expected }) => {
  const server = openWith(`https://app.example${given}`);
  const { authorizationUrl, state } = await startAuthorization(server);
  const { callbackUrl, code } = await server.control.oauth.approve({ authorizationUrl });
  expect(callbackUrl).toBe(`https://app.example${expected.replace("CALLBACK", `code=${code}&state=${state}`)}`);
});

it("a callback leads to the redirect URL that the organization has at the decision", async () => {
  const server = openWith("https://app.example/before");
  const { authorizationUrl } = await startAuthorization(server);
  const redirectUrl = "https://app.example/after";
  server.control.organizations.update({ organizationId: "org_north", redirectUrl });
  expect((await server.control.oauth.deny({ authorizationUrl })).callbackUrl).toMatch(/^https:..app.example.after\?/);
});

it("a callback leads to a page of the server if the organization has no redirect URL", async () => {
  const server = openServer({ baseUrl: "http://localhost:8080/api/kb/" });
  const { oauth } = server.control;
  const done = "http://localhost:8080/api/kb/_platform/oauth/done";
  const { authorizationUrl } = await startAuthorization(server);
  expect((await server.fetch(authorizationUrl.replace("/api/kb/", "/"))).status).toBe(404);
  const { callbackUrl, ...approved } = await oauth.approve({ authorizationUrl });
  expect(callbackUrl.startsWith(`${done}?`)).toBe(true);
  const title = "Authorization approved";
  expect(await openPage(server, callbackUrl)).toMatchObject({ status: 200, title, heading: title, terms: approved });

  const other = await startAuthorization(server);
  const denied = await oauth.deny({ authorizationUrl: `${other.authorizationUrl}&error=none&code=mine&more=1#part` });
  expect(denied.callbackUrl).toBe(`${done}?error=access_denied&state=${other.state}`);
  const deniedPage = await openPage(server, denied.callbackUrl);
  expect(deniedPage).toMatchObject({ status: 200, title: "Authorization denied", heading: "Authorization denied" });
  expect(deniedPage.terms).toStrictEqual({ error: "access_denied", state: other.state });
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
  vi.spyOn(URL, "parse").mockImplementation(() => expect.fail("Older browsers lack it"));
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  expect((await server.fetch(authorizationUrl)).status).toBe(200);
  expect(await server.control.oauth.approve({ authorizationUrl })).toHaveProperty("code");
});
