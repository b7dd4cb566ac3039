import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startServer } from "../helpers/server-run.ts";

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

it("a second signal cuts requests off, if it comes a second after the first", async () => {
  const server = await startServer();
  const { closed } = await sendPart(server.url, hanging);
  const cut = Promise.race([server.stop("SIGTERM"), closed]);
  await setTimeout(50);
  void server.stop("SIGINT", "SIGHUP");
  expect(await Promise.race([cut, setTimeout(1000, "waits")])).toBe("waits");
  expect(await Promise.race([server.stop("SIGINT"), setTimeout(3000)])).toMatchObject({ code: 0, stderr: "" });
  await closed;
});
