import { inspect } from "node:util";
import { type ControlOptions, connect, withControl } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { openServer, read } from "../helpers/open-server.ts";

const token = "Tr0ub4dor&3~!";

// A server whose controls have options, and a function that calls one of them with headers.
function open(options: ControlOptions) {
  const server = openServer();
  const fetch = withControl(server, options);
  const call = async (headers: Headers, url = server.baseUrl) =>
    read(fetch(`${url}/_control/clock/now`, { method: "POST", headers }));
  return { server, fetch, call };
}

const rejection = (status: number, cause: string) => {
  const code = status === 401 ? "unauthorized" : "forbidden";
  const message = expect.stringContaining(`Failed to call a control: ${cause}`);
  return { status, body: { error: { code, message, problems: [] } } };
};

const noPage = rejection(403, "pages in a browser cannot call controls. Call them from a program.");

type Headers = Readonly<Record<string, string>>;

const origin = "https://knowledge-base.test";
const same = { origin, "sec-fetch-site": "same-origin" };
const bearer = { authorization: `Bearer ${token}` };
const byUser = { "sec-fetch-site": "none" };
const locked = { token };
const inspector = { inspector: true };
const both = { token, inspector: true };

// Headers of the requests of other pages: browsers send them, and programs don't.
const foreign: readonly { page: string; headers: Headers }[] = [
  { page: "another host", headers: { origin: "https://page.example" } },
  { page: "another host, as if opened by a user", headers: { origin: "https://page.example", ...byUser } },
  { page: "another port", headers: { origin: `${origin}:444` } },
  { page: "another site with this origin", headers: { origin, "sec-fetch-site": "cross-site" } },
  { page: "no origin", headers: { origin: "null" } },
  { page: "an empty origin", headers: { origin: "" } },
  { page: "another site", headers: { "sec-fetch-site": "cross-site" } },
  { page: "another host of the site", headers: { "sec-fetch-site": "same-site" } },
  { page: "a site in another case", headers: { "sec-fetch-site": "None" } },
  { page: "an empty site", headers: { "sec-fetch-site": "" } },
];

it.each<{ what: string; options: ControlOptions; headers: Headers }>([
  { what: "by a program", options: {}, headers: {} },
  { what: "with a token that isn't needed", options: {}, headers: { authorization: "Bearer any" } },
  { what: "by a user who opens the URL", options: {}, headers: byUser },
  { what: "with their token", options: locked, headers: bearer },
  { what: "with their token, in lower case", options: locked, headers: { authorization: `bearer ${token}` } },
  { what: "with their token, with more spaces", options: locked, headers: { authorization: `BEARER  ${token} ` } },
  { what: "by a program, with an inspector", options: inspector, headers: {} },
  { what: "with their token, with an inspector", options: both, headers: bearer },
  { what: "by the inspector, with their token", options: both, headers: { ...bearer, ...same } },
])("the controls can be called $what", async ({ options, headers }) => {
  const { server, call } = open(options);
  expect(await call(headers)).toEqual({ status: 200, body: server.clock.now() });
});

it.each(foreign)("a page of $page can't call the controls", async ({ headers }) => {
  for (const options of [{}, locked, inspector, both])
    expect(await open(options).call({ ...headers, ...bearer })).toEqual(noPage);
});

const ofInspector: readonly Headers[] = [same, { origin }, { "sec-fetch-site": "same-origin" }];
it.each(ofInspector)("a page with the headers %j can't call the controls without an inspector", async (headers) => {
  for (const options of [{}, locked]) expect(await open(options).call({ ...headers, ...bearer })).toEqual(noPage);
});

it.each(ofInspector)("an inspector with the headers %j needs a token under a public host", async (headers) => {
  const cause = "without a token, the inspector is only available under localhost or a loopback address.";
  expect(await open(inspector).call(headers)).toEqual(rejection(403, cause));
});

it.each([
  { name: "a program", options: locked, headers: {} },
  { name: "a program, with an inspector", options: both, headers: {} },
  { name: "the inspector", options: both, headers: same },
])("the controls can't be called without their token by $name", async ({ options, headers }) => {
  const cause = "the token is missing. Send the token with which the server was started";
  expect(await open(options).call(headers)).toEqual(rejection(401, cause));
});

// biome-ignore format: several values a line
it.each([
  "", token, "Bearer", `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token}${token}`, `Bearer ${token} ${token}`,
  `Bearer ${token.slice(0, -1)}`, `Bearer ${token.toLowerCase()}`,
])("the controls can't be called with the wrong token '%s', and don't repeat it", async (authorization) => {
  const response = await open(locked).call({ authorization });
  expect(response).toEqual(rejection(401, "the token is wrong. Send the token with which the server was started"));
  expect(JSON.stringify(response)).not.toContain(token);
});

it.each([
  { hosts: ["localhost", "kb.localhost", "127.0.0.1", "127.1.2.3", "[::1]"], status: 200 },
  { hosts: ["192.168.1.7", "rebound.example", "127.0.0.1.example", "localhost.example", "xlocalhost"], status: 403 },
])("the controls give the inspector without a token $status under $hosts", async ({ hosts, status }) => {
  for (const host of hosts) {
    const url = `http://${host}:4000`;
    expect(await open(inspector).call({ ...same, origin: url }, url)).toHaveProperty("status", status);
  }
});

const asPage = (headers: Headers) => ({ options: {}, headers, status: 403, challenge: null });
const requests = [
  "POST server/reset",
  "POST brains/create",
  "POST moon",
  "GET openapi.json",
  "GET server/snapshot",
  "OPTIONS server/reset",
  'POST server/restore {"version":1}',
  'POST organizations/delete {"organizationId":"org_north"}',
];

it.each([
  { caller: "a program without their token", options: locked, headers: {}, status: 401, challenge: "Bearer" },
  { caller: "a page of another origin", ...asPage({ origin: "https://page.example" }) },
  { caller: "a page of their own origin", ...asPage({ origin }) },
  { caller: "a page of the same site", ...asPage({ "sec-fetch-site": "same-site" }) },
])("the controls do nothing for $caller, and grant it nothing", async ({ options, headers, status, challenge }) => {
  const preflight = { "access-control-request-method": "POST", "access-control-request-private-network": "true" };
  for (const request of requests) {
    const { server, fetch } = open(options);
    const [method = "", path = "", body = null] = request.split(" ");
    const init = { method, body, headers: { "content-type": "application/json", ...preflight, ...headers } };
    const response = await fetch(`${server.baseUrl}/_control/${path}`, init);
    expect(response.status).toBe(status);
    expect(response.headers.get("www-authenticate")).toBe(challenge);
    expect([...response.headers.keys()].filter((name) => /^(access-control-|allow$)/.test(name))).toEqual([]);
    expect(server.snapshot()).toStrictEqual(buildState());
  }
});

it("a token is sent by connect with each call, and not shown", async () => {
  const { fetch, server } = open({ token });
  const connected = await connect(server.baseUrl, { fetch, token });
  await connected.organization("org_north").faults.add({ kind: "hang" });
  expect(inspect(connected, { depth: 9, showHidden: true })).not.toContain(token);
  const error = { name: "ControlError", code: "unauthorized" };
  for (const guess of [undefined, "guess"])
    await expect(connect(server.baseUrl, { fetch, token: guess })).rejects.toMatchObject(error);
});
