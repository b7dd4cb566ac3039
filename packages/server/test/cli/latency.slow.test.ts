import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { openConnection } from "./open-connection.ts";
import { commandLine, startServer } from "./start-server.ts";

/** Returns whether a response is still pending after five later requests have theirs. */
async function isLate(response: Promise<Response>, url: string): Promise<boolean> {
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  response.then(note, note);
  for (let count = 0; count < 5; count += 1) await (await fetch(`${url}/_health`)).text();
  return !hasCome;
}

it.concurrent("--latency delays every response of the service, but none of the controls", async () => {
  await using server = await startServer(["--seed=demo", "--latency=120000"]);
  const { url, send, stop } = server;
  const { reset, control } = await connect(url);
  const index = "/v1/brains/brain_operations/index";
  expect(await isLate(send(index), url)).toBe(true);
  expect(await isLate(send("/v1/nothing"), url)).toBe(true);
  expect(await isLate(send(index, { headers: {} }), url)).toBe(true);
  expect(await isLate(send("/_platform/oauth/done"), url)).toBe(true);
  expect((await control.brains.create({ name: "Fjord" })).name).toBe("Fjord");
  await reset();
  expect(await isLate(send(index), url)).toBe(true);
  expect(await stop("SIGTERM", "SIGINT")).toMatchObject({ code: 0, stderr: "" });
});

it.concurrent("--latency delays responses without planning a fault", async () => {
  await using server = await startServer(["--seed=demo", "--latency=20"]);
  const { url, send } = server;
  expect((await send("/v1/brains/brain_operations/index")).status).toBe(200);
  expect((await send("/v1/nothing")).status).toBe(404);
  expect(await (await connect(url)).faults.list()).toEqual([]);
});

it.concurrent("--latency lets a client disconnect", async () => {
  await using command = startCommand([...commandLine, "--port=0", "--latency=120000"]);
  await command.waitForOutput("random seed");
  const { origin, hostname: host, port } = new URL(command.stdout.match(/(?<=^Knowledge base at )\S+/m)?.[0] ?? "");
  const client = await openConnection({ host, port: Number(port) });
  client.write("GET /v1/nothing HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await fetch(`${origin}/_health`);
  client.socket.destroy();
  await command.waitForOutput("--- GET /v1/nothing\n");
  expect(await command.stop()).toMatchObject({ code: 0, stderr: "" });
});
