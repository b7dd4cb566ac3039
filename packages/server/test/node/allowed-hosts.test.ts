import { networkInterfaces } from "node:os";
import { type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { frozenTime, openServer } from "../open-server.ts";
import { sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === "IPv6"),
);

async function open(options: ListenOptions = {}) {
  const listener = await listen(openServer(), options);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}

/** Sends a request with a host, and returns the response. */
async function sendWithHost(listener: { host: string; port: number }, host: string | undefined) {
  const header = host === undefined ? "" : `host: ${host}\r\n`;
  const text = `GET /v1/brains/brain_tides/index HTTP/1.1\r\n${header}x-api-key: key_north\r\nconnection: close\r\n\r\n`;
  const address = { ...listener, host: listener.host === "0.0.0.0" ? "127.0.0.1" : listener.host };
  const [response] = parseResponses(await sendRaw(address, text));
  return response;
}

const rebound = [
  "evil.example",
  "evil.example:4000",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "evillocalhost",
];
const impossible = [
  "a!b.evil.example",
  "evil.example/..",
  "u@localhost",
  "localhost evil.example",
  "[::1",
  "::1",
  "10.0.0.1",
];

describe("a listener on loopback", () => {
  it.each([
    "localhost",
    "LOCALHOST:1",
    "localhost.",
    "app.localhost:5173",
    "127.0.0.1",
    "127.0.0.1:4000",
    "127.1.2.3",
    "[::1]",
    "[::1]:4000",
  ])("allows the host %s", async (host) => {
    expect(await sendWithHost(await open(), host)).toMatchObject({ status: 200 });
  });

  it.each([undefined, ""])("allows a request without a host (%j), which no browser sends", async (host) => {
    expect(await sendWithHost(await open(), host)).toMatchObject({ status: 200 });
  });

  it.each([...rebound, ...impossible])("rejects the host %s with 403", async (host) => {
    const message = `The host ${JSON.stringify(host)} is not allowed. Use localhost, or allow the name with --allowed-hosts (allowedHosts in listen).`;
    expect(await sendWithHost(await open(), host)).toMatchObject({
      status: 403,
      body: {
        statusCode: 403,
        timestamp: frozenTime,
        path: "/v1/brains/brain_tides/index",
        message,
        body: { statusCode: 403, message, error: "Forbidden" },
      },
    });
  });

  it("shows the beginning of a long host only", async () => {
    const response = await sendWithHost(await open(), "x".repeat(10_000));
    expect(response?.status).toBe(403);
    expect(JSON.stringify(response?.body).length).toBeLessThan(1000);
  });

  it("rejects a host again after it has allowed another", async () => {
    const listener = await open();
    for (const [host, status] of [
      ["localhost", 200],
      ["evil.example", 403],
      ["localhost", 200],
      ["evil.example", 403],
      ["evil.example", 403],
    ] as const) {
      expect(await sendWithHost(listener, host)).toMatchObject({ status });
    }
  });

  it("does not execute the operation of a request that it rejects", async () => {
    const server = openServer();
    const listener = await listen(server);
    onTestFinished(() => listener.close({ timeout: 0 }));
    const head = "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck HTTP/1.1\r\nhost: evil.example\r\n";
    await sendRaw(listener, `${head}x-api-key: key_north\r\nconnection: close\r\n\r\n`);
    expect(server.snapshot()).toStrictEqual(openServer().snapshot());
    expect(server.journal.entries()).toEqual([]);
  });

  it("ignores the host that a request claims to be forwarded for", async () => {
    const listener = await open({ trustProxy: true });
    const head = "GET /v1/x HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: localhost\r\nconnection: close\r\n\r\n";
    expect(parseResponses(await sendRaw(listener, head))).toMatchObject([{ status: 403 }]);
  });

  it.runIf(hasIpv6)("checks the host on an IPv6 address too", async () => {
    const listener = await open({ host: "::1" });
    expect(await sendWithHost(listener, "[::1]:1")).toMatchObject({ status: 200 });
    expect(await sendWithHost(listener, "evil.example")).toMatchObject({ status: 403 });
  });
});

describe("allowedHosts", () => {
  it.each([
    { allowedHosts: ["kb.example"], host: "kb.example", status: 200 },
    { allowedHosts: ["kb.example"], host: "KB.example:80", status: 200 },
    { allowedHosts: ["kb.example"], host: "a.kb.example", status: 403 },
    { allowedHosts: ["kb.example"], host: "localhost", status: 200 },
    { allowedHosts: [".kb.example"], host: "a.b.kb.example", status: 200 },
    { allowedHosts: [".kb.example"], host: "kb.example", status: 403 },
    { allowedHosts: [".kb.example"], host: "evilkb.example", status: 403 },
    { allowedHosts: ["10.0.0.1"], host: "10.0.0.1:80", status: 200 },
    { allowedHosts: ["2001:db8::1"], host: "[2001:DB8::1]:80", status: 200 },
    { allowedHosts: ["*"], host: "evil.example", status: 200 },
    { allowedHosts: [], host: "evil.example", status: 403 },
  ])("$allowedHosts and the host $host: $status", async ({ allowedHosts, host, status }) => {
    expect(await sendWithHost(await open({ allowedHosts }), host)).toMatchObject({ status });
  });

  it("are checked beyond loopback only if they are given", async () => {
    expect(await sendWithHost(await open({ host: "0.0.0.0" }), "kb.example")).toMatchObject({ status: 200 });
    const listener = await open({ host: "0.0.0.0", allowedHosts: ["kb.example"] });
    expect(await sendWithHost(listener, "kb.example")).toMatchObject({ status: 200 });
    expect(await sendWithHost(listener, "evil.example")).toMatchObject({ status: 403 });
  });

  it.each(["kb.example", ["http://kb.example"], ["kb.example:80"], [""], [1], ["."]])(
    "rejects %j",
    async (allowedHosts) => {
      await expect(open({ allowedHosts: allowedHosts as string[] })).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringContaining("allowedHosts must be a list of host names without a scheme or a port"),
      });
    },
  );
});

describe("trustProxy", () => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" };

  async function startOAuth(options: ListenOptions, headers: Readonly<Record<string, string>>) {
    const listener = await open(options);
    const response = await fetch(`${listener.url}/v1/brains/brain_tides/messaging/oauth/start`, {
      method: "POST",
      headers: { "x-api-key": "key_north", ...headers },
    });
    const { authorizationUrl } = (await response.json()) as { authorizationUrl: string };
    return new URL(authorizationUrl).origin.replace(String(listener.port), "PORT");
  }

  it.each<{ headers: Readonly<Record<string, string>>; origin: string }>([
    { headers: forwarded, origin: "https://kb.example" },
    { headers: { "x-forwarded-proto": "https" }, origin: "https://127.0.0.1:PORT" },
    { headers: { "x-forwarded-host": "kb.example:8443" }, origin: "http://kb.example:8443" },
    {
      headers: { "x-forwarded-proto": "HTTPS, http", "x-forwarded-host": "kb.example, inner" },
      origin: "https://kb.example",
    },
    { headers: { "x-forwarded-proto": "javascript", "x-forwarded-host": "a/b" }, origin: "http://127.0.0.1:PORT" },
    { headers: {}, origin: "http://127.0.0.1:PORT" },
  ])("determines the URLs of the OAuth flow: $headers", async ({ headers, origin }) => {
    expect(await startOAuth({ trustProxy: true }, headers)).toBe(origin);
  });

  it("is off by default", async () => {
    expect(await startOAuth({}, forwarded)).toBe("http://127.0.0.1:PORT");
  });

  it("lets the consent page accept its own form behind TLS", async () => {
    const server = openServer();
    const listener = await listen(server, { trustProxy: true });
    onTestFinished(() => listener.close({ timeout: 0 }));
    const started = await fetch(`${listener.url}/v1/brains/brain_tides/messaging/oauth/start`, {
      method: "POST",
      headers: { "x-api-key": server.apiKey, ...forwarded },
    });
    const { authorizationUrl } = (await started.json()) as { authorizationUrl: string };
    const { pathname, search, searchParams } = new URL(authorizationUrl);
    const response = await fetch(listener.url + pathname + search, {
      method: "POST",
      headers: { ...forwarded, origin: "https://kb.example" },
      body: new URLSearchParams({ decision: "deny", state: searchParams.get("state") ?? "" }),
      redirect: "manual",
    });
    expect(response.status).toBe(303);
  });
});
