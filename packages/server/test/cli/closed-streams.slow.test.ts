import { expect, it } from "vitest";
import { startCommand } from "../../../command-line/test/start-command.ts";
import { commandLine, runCommand, startServer } from "./start-server.ts";

const ask = (url: string | undefined) => fetch(`${url}/v1/nothing`).then(({ status }) => status);

it.concurrent("a reader that closes the output does not end the server", async () => {
  await using command = startCommand([...commandLine, "--port=0"]);
  await command.waitForOutput("random seed");
  const url = command.stdout.match(/(?<=^Knowledge base at )\S+/m)?.[0];
  command.child.stdout?.destroy();
  for (let count = 0; count < 5; count += 1) expect(await ask(url)).toBe(404);
  expect(await command.stop()).toMatchObject({ code: 0, signal: null, stderr: "" });
});

it.concurrent.each([
  ["input", "<&-"],
  ["error output", "2>&-"],
  ["input and error output", "<&- 2>&-"],
])("a server without %s works", async (_name, redirection) => {
  await using command = startCommand(["sh", "-c", `exec "$0" "$@" ${redirection}`, ...commandLine, "--port=0"]);
  await command.waitForOutput("random seed");
  expect(await ask(command.stdout.match(/(?<=^Knowledge base at )\S+/m)?.[0])).toBe(404);
  expect(await command.stop()).toMatchObject({ code: 0, signal: null, stderr: "" });
});

it.concurrent("a server without an output works", async () => {
  await using server = await startServer();
  const { port, stop } = server;
  await stop();
  const flags = [`--port=${port}`, "--seed=demo"];
  await using command = startCommand(["sh", "-c", 'exec "$0" "$@" >&-', ...commandLine, ...flags]);
  const url = `http://127.0.0.1:${port}`;
  while (!(await ask(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await ask(url)).toBe(404);
  expect(await command.stop()).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
});

it.concurrent("an error sets the exit code even if the error output is closed", async () => {
  await using command = startCommand([...commandLine, "--port=none"]);
  const { child, ended } = command;
  child.stderr?.destroy();
  expect(await ended).toMatchObject({ code: 2, signal: null });
  expect(await runCommand(["--help"], { stdio: "ignore" })).toMatchObject({ code: 0 });
});
