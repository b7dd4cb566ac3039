import { inspect } from "node:util";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import type { ControlOptions } from "../../src/control/with-control.ts";
import { buildState } from "../helpers/build-state.ts";
import { read } from "../helpers/control-calls.ts";
import { openServer } from "../helpers/open-server.ts";

const token = "Tr0ub4dor&3~!";

// A server whose controls are called with headers in which `TOKEN` stands for the token.
function open(options: ControlOptions) {
  const server = openServer();
  const fetch = withControl(server, options);
  const call = async (headers: Readonly<Record<string, string>>, url = server.baseUrl) => {
    const text = JSON.stringify(headers).replaceAll("TOKEN", token);
    return read(await fetch(`${url}/_control/clock/now`, { method: "POST", headers: JSON.parse(text) }));
  };
  return { server, fetch, call };
}

const origin = "https://knowledge-base.test";
const same = { origin, "sec-fetch-site": "same-origin" };
const locked = { token };
const inspector = { inspector: true };
const both = { token, inspector: true };
const pages = "pages in a browser cannot call controls. Call them from a program.";
const missing = "the token is missing. Send the token with which the server was started";
const wrong = "the token is wrong. Send the token with which the server was started";
const noToken = "without a token, the inspector is only available under localhost or a loopback address.";
const bearer = (given: string) => ({ authorization: `Bearer ${given}` });

type Row = readonly [
  options: ControlOptions,
  status: number,
  cause: string,
  headers: readonly Readonly<Record<string, string>>[],
];

// Marks of the requests of pages: browsers send them, and programs do not.
// biome-ignore format: a table
const marks: readonly Readonly<Record<string, string>>[] = [
  { origin: "https://page.example" }, { origin: "null" }, { origin: "" }, { origin: `${origin}:444` }, { origin: "https://page.example", "sec-fetch-site": "none" },
  { origin, "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { "sec-fetch-site": "None" }, { "sec-fetch-site": "" },
];

// Headers of requests, with the status of the response and the cause in its message.
// biome-ignore format: a table
const rows: readonly Row[] = [
  [{}, 200, "", [{}, bearer("any"), { "sec-fetch-site": "none" }]],
  [{}, 403, pages, [same, { origin }, ...marks]],
  [locked, 200, "", [bearer("TOKEN"), { authorization: "bearer TOKEN" }, { authorization: "BEARER  TOKEN " }]],
  [locked, 401, missing, [{}]],
  [locked, 401, wrong, ["", "TOKEN", "Bearer", "Basic TOKEN", "Bearer TOKENx", "Bearer TOKENTOKEN", "Bearer TOKEN TOKEN", `Bearer ${token.slice(0, -1)}`, `Bearer ${token.toLowerCase()}`].map((authorization) => ({ authorization }))],
  [locked, 403, pages, [same, ...marks].map((mark) => ({ ...mark, ...bearer("TOKEN") }))],
  [inspector, 200, "", [{}]],
  [inspector, 403, noToken, [same, { origin }, { "sec-fetch-site": "same-origin" }]],
  [inspector, 403, pages, marks],
  [both, 200, "", [{}, same, { origin }, { "sec-fetch-site": "same-origin" }].map((mark) => ({ ...mark, ...bearer("TOKEN") }))],
  [both, 401, missing, [{}, same]],
  [both, 401, wrong, [bearer("TOKEN0"), { ...same, ...bearer("TOKEN0") }]],
  [both, 403, pages, marks.map((mark) => ({ ...mark, ...bearer("TOKEN") }))],
];
const flat = rows.flatMap(([options, status, cause, headers]) =>
  headers.map((sent) => ({ options, status, cause, sent })),
);

const ownHosts = ["localhost", "kb.localhost", "127.0.0.1", "127.1.2.3", "[::1]"];
const otherHosts = ["192.168.1.7", "rebound.example", "127.0.0.1.example", "localhost.example", "xlocalhost"];
const hosts = [
  ...ownHosts.map((host) => ({ host, status: 200 })),
  ...otherHosts.map((host) => ({ host, status: 403 })),
];

describe("the controls", () => {
  it.each(flat)("with $options respond to $sent with $status", async ({ options, status, cause, sent }) => {
    const { call, server } = open(options);
    const { status: received, body } = await call(sent);
    const code = status === 401 ? "unauthorized" : "forbidden";
    const message = expect.stringContaining(`Failed to call a control: ${cause}`);
    const expected = status === 200 ? server.clock.now() : { error: { code, message, problems: [] } };
    expect([received, body]).toEqual([status, expected]);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it.each(hosts)("respond to the inspector without a token under $host with $status", async ({ host, status }) => {
    const url = `http://${host}:4000`;
    expect((await open(inspector).call({ ...same, origin: url }, url)).status).toBe(status);
    expect((await open(both).call({ ...same, origin: url, ...bearer("TOKEN") }, url)).status).toBe(200);
  });

  // biome-ignore format: one row a line
  it.each<[options: ControlOptions, headers: Record<string, string>, status: number]>([
    [locked, {}, 401],
    [{}, { origin: "https://page.example" }, 403],
    [{}, { origin }, 403],
    [{}, { "sec-fetch-site": "same-site" }, 403],
  ])("with %j have no effect and no CORS for any path and method after %j", async (options, headers, status) => {
    const { server, fetch } = open(options);
    const preflight = { "access-control-request-method": "POST", "access-control-request-private-network": "true" };
    const bodies = { "server/restore": '{"version":1}', "organizations/delete": '{"organizationId":"org_north"}' };
    const posts = ["server/reset", "brains/create", ...Object.keys(bodies), "moon"].map((path) => `POST ${path}`);
    for (const request of [...posts, "GET openapi.json", "GET server/snapshot", "GET ", "OPTIONS server/reset"]) {
      const [method = "", path = ""] = request.split(" ");
      const body = Reflect.get(bodies, path);
      const sent = { "content-type": "application/json", ...(method === "OPTIONS" && preflight), ...headers };
      const response = await fetch(`${server.baseUrl}/_control/${path}`, { method, headers: sent, body });
      const challenge = response.headers.get("www-authenticate");
      expect([response.status, challenge]).toEqual([status, status === 401 ? "Bearer" : null]);
      expect([...response.headers.keys()].filter((name) => /^(access-control-|allow$)/.test(name))).toEqual([]);
    }
    expect(server.snapshot()).toStrictEqual(buildState());
  });
});

describe("a token", () => {
  it("is sent by connect with each call, and not shown", async () => {
    const { fetch, server } = open({ token });
    const connected = await connect(server.baseUrl, { fetch, token });
    await connected.organization("org_north").faults.add({ kind: "hang" });
    expect(inspect(connected, { depth: 9, showHidden: true })).not.toContain(token);
    const error = { name: "ControlError", code: "unauthorized" };
    for (const guess of [undefined, "guess"])
      await expect(connect(server.baseUrl, { fetch, token: guess })).rejects.toMatchObject(error);
  });
});
