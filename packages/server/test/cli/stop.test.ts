import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { startServer } from "./server-run.ts";

/** Opens a connection with the beginning of a request. */
async function sendPart(url: string, text: string): Promise<{ readonly closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = openSocket(Number(port), hostname).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const closed = once(socket, "close");
  socket.write(text);
  await once(socket, text === hanging ? "data" : "connect");
  return { closed };
}

const hanging =
  "POST /_control/brains/create HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n";

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s ends the command, even with idle connections", async (signal) => {
  const server = await startServer();
  const { closed } = await sendPart(server.url, "GET /v1/brains/brain_ti");
  expect(await server.stop(signal)).toMatchObject({ code: 0, stderr: "" });
  await closed;
});

it("a second signal cuts requests off", async () => {
  const server = await startServer();
  const { closed } = await sendPart(server.url, hanging);
  expect(await server.stop("SIGTERM", "SIGINT", "SIGHUP")).toMatchObject({ code: 0, stderr: "" });
  await closed;
});

it("requests that never end are cut off after the grace period", async () => {
  const { setTimeout: schedule } = globalThis;
  const { promise: held, resolve: hold } = Promise.withResolvers<() => void>();
  vi.stubGlobal("setTimeout", (callback: () => void, delay: number, ...args: []) =>
    delay === 8000 ? hold(callback) : schedule(callback, delay, ...args),
  );
  const server = await startServer();
  const { closed } = await sendPart(server.url, hanging);
  const ended = server.stop();
  (await held)();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
  await closed;
});
