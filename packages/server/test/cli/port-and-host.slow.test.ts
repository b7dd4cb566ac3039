import { once } from "node:events";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { runCommand, startServer } from "./start-server.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === "IPv6"),
);

it.concurrent("listens on the given port", async () => {
  await using first = await startServer();
  await first.stop();
  await using second = await startServer([`--port=${first.port}`]);
  expect(second.port).toBe(first.port);
  expect((await second.send("/_health")).status).toBe(200);
});

it.concurrent("listens on a free port for port 0", async () => {
  await using first = await startServer();
  await using second = await startServer();
  expect(first.port).not.toBe(second.port);
});

it.concurrent("rejects a port in use, by default 4000 of loopback, with exit code 4", async () => {
  await using other = createServer();
  // If another process has the port already, the result is the same.
  await Promise.race([once(other.listen(4000, "127.0.0.1"), "listening"), once(other, "error")]).catch(() => {});
  expect(await runCommand([])).toEqual({
    code: 4,
    signal: null,
    stdout: "",
    stderr:
      "knowledge-base-server: Failed to listen on 127.0.0.1 port 4000: the port is in use. Use another port, or 0 for any free port.\n",
  });
});

it.concurrent.each(["0.0.0.0", "localhost", "127.0.0.1"])("listens on host %s", async (host) => {
  await using server = await startServer(["--host", host, "--insecure-control"]);
  const { url, send } = server;
  expect(url).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
  expect((await send("/_health")).status).toBe(200);
});

it.runIf(hasIpv6).concurrent.each(["::1", "::"])("listens on host %s", async (host) => {
  await using server = await startServer(["--host", host, "--insecure-control"]);
  const { url, send } = server;
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await send("/_health")).status).toBe(200);
});

it.concurrent.each([
  ["256.1.1.1", /the host name (is not known|cannot be looked up at the moment)\. Use /],
  ["host\nname", /the host name (is not known|cannot be looked up at the moment)\. Use /],
  ["[::1]", /the host name (is not known|cannot be looked up at the moment)\. Use /],
  ["203.0.113.1", /this machine does not have the address\. Use /],
])("rejects host %j with one line and exit code 4", async (host, reason) => {
  const { stderr, ...rest } = await runCommand(["--port=0", "--insecure-control", "--host", host]);
  expect(rest).toEqual({ code: 4, signal: null, stdout: "" });
  expect(stderr).toMatch(/^knowledge-base-server: Failed to listen on .+ port 0: .+\.\n$/);
  expect(stderr).toMatch(reason);
});
