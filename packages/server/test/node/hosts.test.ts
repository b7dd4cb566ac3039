import type { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { openServerListener } from "./open-listener.ts";
import { parseResponses, sendRaw } from "./raw-connection.ts";

type ListenOptions = NonNullable<Parameters<typeof listen>[1]>;

/** Hosts of other machines, also those that are written like one of this machine, and texts that are no hosts. */
const refused = (
  "evil.example|evil.example:4000|localhost.evil.example|127.0.0.1.evil.example|evillocalhost|a!b.evil.example|" +
  "evil.example/..|u@localhost|localhost evil.example|[::1|::1|10.0.0.1|999.1.1.1:99999"
).split("|");

/** Sends requests with hosts on connections of their own, one after the other, and returns the statuses of the responses. */
async function sendWithHosts(options: ListenOptions, hosts: readonly string[]) {
  const listener = await openServerListener(options);
  const address = { ...listener, host: listener.host === "0.0.0.0" ? "127.0.0.1" : listener.host };
  const statuses: unknown[] = [];
  for (const host of hosts) {
    const text = `GET /v1/x HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    statuses.push(parseResponses(await sendRaw(address, text))[0]?.status);
  }
  return statuses;
}

describe("a listener", () => {
  it.each<[name: string, options: ListenOptions, allowed: readonly string[], refused: readonly string[]]>([
    [
      "on loopback allows the names of this machine",
      {},
      ["localhost", "LOCALHOST:1", "localhost.", "app.localhost:5173", "127.0.0.1:4000", "127.1.2.3", "[::1]:1", ""],
      refused,
    ],
    ["allows further names", { allowedHosts: ["kb.test"] }, ["kb.test", "KB.test:80", "localhost"], ["a.kb.test"]],
    ["allows subdomains", { allowedHosts: [".kb.test"] }, ["a.b.kb.test"], ["kb.test", "evilkb.test"]],
    [
      "allows addresses",
      { allowedHosts: ["10.0.0.1", "2001:db8::1"] },
      ["10.0.0.1:80", "[2001:DB8::1]:80"],
      ["10.0.0.2"],
    ],
    ["allows every host", { allowedHosts: ["*"] }, ["evil.example", "u@localhost"], []],
    ["allows no other host", { allowedHosts: [] }, ["localhost"], ["evil.example"]],
    ["beyond loopback allows every host", { host: "0.0.0.0" }, ["kb.test"], []],
    [
      "beyond loopback allows only given hosts",
      { host: "0.0.0.0", allowedHosts: ["kb.test"] },
      ["kb.test"],
      ["a.test"],
    ],
  ])("%s", async (_name, options, allowed, others) => {
    // Whether a host is allowed must not depend on the host of an earlier request.
    const hosts = [...others, ...allowed, ...others];
    const expected = hosts.map((host) => (allowed.includes(host) ? 404 : 403));
    expect(await sendWithHosts(options, hosts)).toEqual(expected);
  });

  it("rejects the preflight request of a host that is not allowed, too", async () => {
    const listener = await openServerListener({}, openServer({ cors: true }));
    const preflight =
      "origin: http://evil.example\r\naccess-control-request-method: PATCH\r\nconnection: close\r\n\r\n";
    const [response] = parseResponses(
      await sendRaw(listener, `OPTIONS /v1/x HTTP/1.1\r\nhost: evil.example\r\n${preflight}`),
    );
    expect(response).toHaveProperty("status", 403);
  });

  it("says how to allow a host", async () => {
    const advice = "Use localhost, or allow the name with --allowed-hosts (allowedHosts in listen).";
    const text = "GET /v1/x HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n";
    const [response] = parseResponses(await sendRaw(await openServerListener(), text));
    expect(response?.body).toMatchObject({ message: `The host "a.test" is not allowed. ${advice}` });
  });
});

describe("the URLs of the OAuth flow", () => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" };

  it.each<[trustProxy: boolean, headers: Readonly<Record<string, string>>, origin: string]>([
    [false, {}, "http://127.0.0.1:PORT"],
    [false, { host: "localhost:1" }, "http://localhost:1"],
    [false, { host: "" }, "http://127.0.0.1:PORT"],
    [false, forwarded, "http://127.0.0.1:PORT"],
    [true, {}, "http://127.0.0.1:PORT"],
    [true, forwarded, "https://kb.example"],
    [true, { "x-forwarded-proto": "https" }, "https://127.0.0.1:PORT"],
    [true, { "x-forwarded-host": "kb.example:8443" }, "http://kb.example:8443"],
    [true, { "x-forwarded-proto": "HTTPS, http", "x-forwarded-host": "kb.example, inner" }, "https://kb.example"],
    [true, { "x-forwarded-proto": "javascript", "x-forwarded-host": "a/b" }, "http://127.0.0.1:PORT"],
  ])("have the origin that the client uses (trustProxy: %s, %o)", async (trustProxy, headers, origin) => {
    const listener = await openServerListener({ trustProxy });
    const sent = { host: `127.0.0.1:${listener.port}`, "x-api-key": "key_north", connection: "close", ...headers };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    const line = "POST /v1/brains/brain_tides/messaging/oauth/start HTTP/1.1\r\n";
    const [response] = parseResponses(await sendRaw(listener, `${line}${lines.join("")}\r\n`));
    const expected = expect.stringMatching(`^${origin.replace("PORT", String(listener.port))}/_platform/`);
    expect(response?.body).toMatchObject({ authorizationUrl: expected });
  });

  it("let the consent page accept its own form behind TLS", async () => {
    const { url } = await openServerListener({ trustProxy: true });
    const started = await fetch(`${url}/v1/brains/brain_tides/messaging/oauth/start`, {
      method: "POST",
      headers: { "x-api-key": "key_north", ...forwarded },
    });
    const { authorizationUrl } = (await started.json()) as { authorizationUrl: string };
    const { pathname, search, searchParams } = new URL(authorizationUrl);
    const response = await fetch(url + pathname + search, {
      method: "POST",
      headers: { ...forwarded, origin: "https://kb.example" },
      body: new URLSearchParams({ decision: "deny", state: searchParams.get("state") ?? "" }),
      redirect: "manual",
    });
    expect(response.status).toBe(303);
  });

  it("cannot be approved with a host that is not allowed", async () => {
    const server = openServer();
    const listener = await openServerListener({}, server);
    const text = "GET /_platform/oauth/authorize HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n";
    expect(parseResponses(await sendRaw(listener, text))).toMatchObject([{ status: 403, body: { statusCode: 403 } }]);
  });
});
