import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { networkInterfaces } from "node:os";
import { listen } from "@knowledge-base/server/node";
import { expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIPv6 = addresses.some(({ family }) => family === "IPv6");

const server = openServer();

it("listen serves a server over HTTP at the URL of the listener, until it is closed", async () => {
  const { url, close } = await listen(server);
  const response = await fetch(`${url}/v1/brains/brain_tides/index`, { headers: { "x-api-key": "key_north" } });
  expect(await response.json()).toMatchObject([{ slug: "spring-tide" }]);
  await close();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

const onIPv6 = hasIPv6 ? ["::1", "::"] : [];

const loopback = { host: "127.0.0.1", url: "http://127.0.0.1:PORT" };

// biome-ignore format: one row a line
it.each<{ where: string; options: object; host: unknown; url: unknown }>([
  { where: "127.0.0.1 by default", options: {}, ...loopback },
  { where: "127.0.0.1 if the options are undefined", options: { port: undefined, host: undefined, unref: undefined }, ...loopback },
  { where: "all addresses", options: { host: "0.0.0.0" }, host: "0.0.0.0", url: "http://127.0.0.1:PORT" },
  { where: "localhost", options: { host: "localhost" }, host: expect.stringMatching(/^(127\.0\.0\.1|::1)$/), url: expect.any(String) },
  ...onIPv6.map((host) => ({ where: host, options: { host }, host, url: "http://[::1]:PORT" })),
])("the URL of a listener on $where leads to its address", async ({ options, host, url }) => {
  await using listener = await listen(server, options);
  expect(listener.host).toEqual(host);
  expect(listener.url.replace(String(listener.port), "PORT")).toEqual(url);
  expect((await fetch(listener.url)).status).toBe(404);
});

it.each([false, true])("a listener with the option unref %s keeps the process alive only without it", async (unref) => {
  const count = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP")).length;
  const before = count();
  const { url, close } = await listen(server, { unref });
  const idle = openSocket(Number(new URL(url).port), "127.0.0.1").unref();
  await (await fetch(url)).text();
  if (unref) await expect.poll(count).toBeLessThanOrEqual(before);
  else expect(count()).toBeGreaterThan(before);
  await close();
  await expect.poll(count).toBeLessThanOrEqual(before);
  idle.destroy();
});

it("a listener keeps an idle connection for longer than most clients do", async () => {
  await using listener = await listen(server);
  expect((await fetch(listener.url)).headers.get("keep-alive")).toBe("timeout=120");
});

it("a listener closes a connection beyond maxConnections at once, and serves the others", async () => {
  await using listener = await listen(server, { maxConnections: 1 });
  const first = openSocket(listener.port, "127.0.0.1");
  await once(first, "connect");
  const second = openSocket(listener.port, "127.0.0.1");
  second.on("error", () => {});
  await once(second, "close");
  first.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  expect(String(await once(first, "data"))).toMatch(/^HTTP\/1\.1 404 /);
  first.destroy();
});

it("a listener that can't be started explains why when the port is in use", async () => {
  await using first = await listen(server);
  const { port } = first;
  await expect(listen(server, { port })).rejects.toMatchObject({
    name: "Error",
    code: "EADDRINUSE",
    message: `Failed to listen on 127.0.0.1 port ${port}: the port is in use. Use another port, or 0 for any free port.`,
    cause: { code: "EADDRINUSE" },
  });
});

it.each([
  { host: "192.0.2.1", code: /^EADDRNOTAVAIL$/, message: / port 0: this machine does not have the address\. Use / },
  { host: "http://localhost", code: /^(ENOTFOUND|EAI_AGAIN)$/, message: /localhost port 0: the host name / },
])("a listener that can't be started explains why when the host is $host", async ({ host, code, message }) => {
  const error = { code: expect.stringMatching(code), message: expect.stringMatching(message) };
  await expect(listen(server, { host })).rejects.toMatchObject(error);
});

it.runIf(process.getuid?.() !== 0 && process.platform !== "darwin")(
  "a listener that can't be started explains why when the port is privileged",
  async () => {
    await expect(listen(server, { port: 1 })).rejects.toMatchObject({ code: "EACCES" });
  },
);
