import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { commandLine, runCommand, startServer } from "./start-server.ts";

const token = "sesame-opens-0123456789";

it.concurrent.each([
  { flags: ["--control-token", token], env: process.env },
  { flags: [], env: { ...process.env, KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token } },
])("controls that other machines can reach require a token: $flags", async ({ flags, env }) => {
  await using server = await startServer(["--host=0.0.0.0", ...flags], { env });
  await expect(connect(server.url)).rejects.toMatchObject({ code: "unauthorized" });
  const connected = await connect(server.url, { token });
  expect(await connected.control.brains.create({ id: "brain_new", name: "New" })).toMatchObject({ id: "brain_new" });
  expect((await server.send("/_health")).status).toBe(200);
});

it.concurrent("the token is neither printed nor logged", async () => {
  await using command = startCommand([...commandLine, "--port=0", "--control-token", token]);
  await command.waitForOutput("random seed");
  const url = command.stdout.match(/(?<=^Knowledge base at )\S+/m)?.[0] ?? "";
  await (await connect(url, { token })).reset();
  await fetch(`${url}/_control/server/reset`, { method: "POST", headers: { authorization: `Bearer ${token}x` } });
  const { stdout, stderr } = await command.stop();
  expect(stdout).toContain(`  control      ${url}/_control/openapi.json with the token\n`);
  expect(stdout).toContain("401 POST /_control/server/reset\n");
  expect(stdout + stderr).not.toContain(token);
});

it.concurrent("--insecure-control lets other machines use the controls, and the ready text says so", async () => {
  await using command = startCommand([...commandLine, "--port=0", "--host=0.0.0.0", "--insecure-control"]);
  await command.waitForOutput("random seed");
  expect(command.stdout).toMatch(/^ {2}control {6}http:\S+ for everyone who reaches it$/m);
});

it.concurrent("--no-control serves no controls, on any host", async () => {
  await using command = startCommand([...commandLine, "--port=0", "--host=0.0.0.0", "--no-control"]);
  await command.waitForOutput("random seed");
  expect(command.stdout).toMatch(/^ {2}control {6}none$/m);
  const url = command.stdout.match(/(?<=^Knowledge base at )\S+/m)?.[0] ?? "";
  expect((await fetch(`${url}/_control/server/reset`, { method: "POST" })).status).toBe(404);
});

it.concurrent("a host name of loopback needs no token", async () => {
  await using server = await startServer(["--host=localhost"]);
  expect((await connect(server.url)).apiKey).toBe(server.apiKeys[0]);
});

it.concurrent("--insecure-control has no effect on loopback", async () => {
  await using server = await startServer(["--insecure-control"]);
  expect((await connect(server.url)).apiKey).toBe(server.apiKeys[0]);
});

it.concurrent("other machines cannot reach the controls by mistake", async () => {
  const { code, stdout, stderr } = await runCommand(["--host=0.0.0.0", "--port=0"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  for (const flag of ["--control-token", "--no-control", "--insecure-control"]) expect(stderr).toContain(flag);
});
