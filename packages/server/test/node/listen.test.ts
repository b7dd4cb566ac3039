import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { networkInterfaces } from "node:os";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIPv6 = addresses.some(({ family }) => family === "IPv6");

const server = openServer();

const undefinedOptions = { port: undefined, host: undefined, unref: undefined };
const onIPv6 = hasIPv6 ? ["::1", "::"] : [];

it.each<[where: string, options: object, host: unknown, url: unknown]>([
  ["127.0.0.1 by default", {}, "127.0.0.1", "http://127.0.0.1:PORT"],
  ["127.0.0.1 if the options are undefined", undefinedOptions, "127.0.0.1", "http://127.0.0.1:PORT"],
  ["all addresses", { host: "0.0.0.0" }, "0.0.0.0", "http://127.0.0.1:PORT"],
  ["localhost", { host: "localhost" }, expect.stringMatching(/^(127\.0\.0\.1|::1)$/), expect.any(String)],
  ...onIPv6.map((host): [string, object, string, string] => [host, { host }, host, "http://[::1]:PORT"]),
])("the URL of a listener leads to its address: on %s", async (_, options, host, url) => {
  await using listener = await listen(server, options);
  expect(listener.host).toEqual(host);
  expect(listener.url.replace(String(listener.port), "PORT")).toEqual(url);
  expect((await fetch(listener.url)).status).toBe(404);
});

it.each([false, true])("a listener keeps the process alive, unless unref is set: %s", async (unref) => {
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

describe("a listener that can't be started explains why", () => {
  it("when the port is in use", async () => {
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
    ["192.0.2.1", /^EADDRNOTAVAIL$/, / port 0: this machine does not have the address\. Use /],
    ["http://localhost", /^(ENOTFOUND|EAI_AGAIN)$/, /^Failed to listen on http:\/\/localhost port 0: the host name /],
  ])("when the host is %s", async (host, code, message) => {
    const error = { code: expect.stringMatching(code), message: expect.stringMatching(message) };
    await expect(listen(server, { host })).rejects.toMatchObject(error);
  });

  it.runIf(process.getuid?.() !== 0 && process.platform !== "darwin")("when the port is privileged", async () => {
    await expect(listen(server, { port: 1 })).rejects.toMatchObject({ code: "EACCES" });
  });
});
