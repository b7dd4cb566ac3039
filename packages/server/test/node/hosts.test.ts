import { parseResponses, sendRaw } from "@knowledge-base/internal/test-helpers/raw-connection.ts";
import type { Listener, listen } from "@knowledge-base/server/node";
import { expect, it } from "vitest";
import { openServerListener } from "../helpers/open-listener.ts";
import { openServer, paths } from "../helpers/open-server.ts";

type ListenOptions = NonNullable<Parameters<typeof listen>[1]>;
type Headers = Readonly<Record<string, string>>;

const start = `POST ${paths.start}`;

// Hosts of other machines, also those that are written like one of this machine, and texts that are no hosts.
// biome-ignore format: several values a line
const refused = [
  "evil.example", "evil.example:4000", "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost", "a!b.evil.example",
  "evil.example/..", "u@localhost", "localhost evil.example", "[::1", "::1", "10.0.0.1", "999.1.1.1:99999",
];
// biome-ignore format: several values a line
const own = [
  "localhost", "LOCALHOST:1", "localhost.", "app.localhost:5173", "127.0.0.1:4000", "127.1.2.3", "[::1]:1", "[::ffff:127.0.0.1]", "",
];

// Sends a request on a connection of its own, and returns the response.
async function exchange({ host, port }: Listener, methodAndPath: string, headers: Headers) {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${methodAndPath} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return parseResponses(await sendRaw({ port, host: host === "0.0.0.0" ? "127.0.0.1" : host }, text))[0];
}

// Whether a host is allowed must not depend on the host of an earlier request.
async function expectAllowed(options: ListenOptions, allowed: readonly string[], others: readonly string[]) {
  const listener = await openServerListener(options);
  for (const host of [...others, ...allowed, ...others]) {
    const response = await exchange(listener, "GET /v1/x", { host });
    expect(response?.status, host).toBe(allowed.includes(host) ? 404 : 403);
  }
}

it("a listener allows only the names of this machine on loopback", () => expectAllowed({}, own, refused));

it("a listener allows every host beyond loopback", () => expectAllowed({ host: "0.0.0.0" }, ["kb.test", ...own], []));

it("a listener allows only given hosts beyond loopback", () =>
  expectAllowed({ host: "0.0.0.0", allowedHosts: ["kb.test"] }, ["kb.test"], ["a.test"]));

// biome-ignore format: one row a line
it.each<{ allowedHosts: string[]; allowed: string[]; others: string[] }>([
  { allowedHosts: [], allowed: ["localhost"], others: ["evil.example"] },
  { allowedHosts: ["KB.Test"], allowed: ["kb.test", "KB.test:80", "kb.test.", "localhost"], others: ["a.kb.test", "evilkb.test"] },
  { allowedHosts: [".kb.test"], allowed: ["a.b.kb.test"], others: ["kb.test", "evilkb.test", "a.kb.test.evil.example"] },
  { allowedHosts: ["10.0.0.1"], allowed: ["10.0.0.1:80"], others: ["10.0.0.2"] },
  { allowedHosts: ["2001:d::1"], allowed: ["[2001:D::1]:80"], others: ["[2001:d::2]"] },
  { allowedHosts: ["*"], allowed: ["evil.example", "u@localhost"], others: [] },
])("a listener with the option $allowedHosts allows $allowed, but not $others", ({ allowedHosts, allowed, others }) =>
  expectAllowed({ allowedHosts }, allowed, others),
);

it("a listener rejects any request with a host that isn't allowed, and says how to allow it", async () => {
  const listener = await openServerListener({}, openServer({ cors: true }));
  const preflight = { origin: "http://evil.example", "access-control-request-method": "PATCH" };
  const advice = "Use localhost, or allow the name with --allowed-hosts (allowedHosts in listen).";
  const body = { statusCode: 403, message: `The host "a.test" is not allowed. ${advice}` };
  for (const request of ["GET /v1/x", "OPTIONS /v1/x", "GET /_platform/oauth/authorize"]) {
    const response = await exchange(listener, request, { host: "a.test", ...preflight });
    expect(response).toMatchObject({ status: 403, body });
  }
});

const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" };

const twice = { "x-forwarded-proto": "HTTPS, http", "x-forwarded-host": "kb.example, inner" };
const invalid = { "x-forwarded-proto": "javascript", "x-forwarded-host": "a/b" };
const itself = "http://127.0.0.1:PORT";
// biome-ignore format: one row a line
it.each<{ what: string; trustProxy?: boolean; headers?: Headers; origin: string }>([
  { what: "the address of the listener", origin: itself },
  { what: "another name of this machine", headers: { host: "localhost:1" }, origin: "http://localhost:1" },
  { what: "the address of the listener for an empty host", headers: { host: "" }, origin: itself },
  { what: "nothing of a proxy by default", headers: forwarded, origin: itself },
  { what: "the address of the listener without a proxy", trustProxy: true, origin: itself },
  { what: "the scheme and the host of a proxy", trustProxy: true, headers: forwarded, origin: "https://kb.example" },
  { what: "the scheme of a proxy", trustProxy: true, headers: { "x-forwarded-proto": "https" }, origin: "https://127.0.0.1:PORT" },
  { what: "the host of a proxy", trustProxy: true, headers: { "x-forwarded-host": "kb.example:8443" }, origin: "http://kb.example:8443" },
  { what: "those of the first of two proxies", trustProxy: true, headers: twice, origin: "https://kb.example" },
  { what: "nothing invalid of a proxy", trustProxy: true, headers: invalid, origin: itself },
])("the URLs of the OAuth flow begin with $what", async ({ trustProxy = false, headers, origin }) => {
  const listener = await openServerListener({ trustProxy });
  const sent = { host: `127.0.0.1:${listener.port}`, "x-api-key": "key_north", ...headers };
  const expected = expect.stringMatching(`^${origin.replace("PORT", String(listener.port))}/_platform/`);
  expect((await exchange(listener, start, sent))?.body).toMatchObject({ authorizationUrl: expected });
});

it("the URLs of the OAuth flow let the consent page accept its own form behind TLS", async () => {
  const listener = await openServerListener({ trustProxy: true });
  const started = await exchange(listener, start, { host: "localhost", "x-api-key": "key_north", ...forwarded });
  const { pathname, search, searchParams } = new URL(Reflect.get(Object(started?.body), "authorizationUrl"));
  const response = await fetch(listener.url + pathname + search, {
    method: "POST",
    headers: { ...forwarded, origin: "https://kb.example" },
    body: new URLSearchParams({ decision: "deny", state: searchParams.get("state") ?? "" }),
    redirect: "manual",
  });
  expect(response.status).toBe(303);
});
