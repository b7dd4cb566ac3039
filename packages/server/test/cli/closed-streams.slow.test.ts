import { expect, it } from "vitest";
import { Command, commandLine } from "./command.ts";
import { runCommand } from "./run-command.ts";
import { startServer } from "./start-server.ts";

const ask = (url: string | undefined) => fetch(`${url}/v1/nothing`).then(({ status }) => status);

it.concurrent("a reader of the output that leaves does not end the server", async () => {
  const command = new Command([...commandLine, "--port=0"]);
  await command.untilSaid("random seed");
  const url = command.stdout.match(/http:\S+/)?.[0];
  command.child.stdout?.destroy();
  for (let count = 0; count < 5; count += 1) expect(await ask(url)).toBe(404);
  expect(await command.stop()).toMatchObject({ code: 0, signal: null, stderr: "" });
});

it.concurrent.each([
  ["input", "<&-"],
  ["error output", "2>&-"],
  ["input and error output", "<&- 2>&-"],
])("a server that was given no %s serves", async (_name, redirection) => {
  const command = new Command(["sh", "-c", `exec "$0" "$@" ${redirection}`, ...commandLine, "--port=0"]);
  await command.untilSaid("random seed");
  expect(await ask(command.stdout.match(/http:\S+/)?.[0])).toBe(404);
  expect(await command.stop()).toMatchObject({ code: 0, signal: null, stderr: "" });
});

it.concurrent("a server that was given no output serves", async () => {
  const { port, stop } = await startServer();
  await stop();
  const flags = [`--port=${port}`, "--seed=demo"];
  const command = new Command(["sh", "-c", 'exec "$0" "$@" >&-', ...commandLine, ...flags]);
  const url = `http://127.0.0.1:${port}`;
  while (!(await ask(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await ask(url)).toBe(404);
  expect(await command.stop()).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
});

it.concurrent("an error is told by the exit code where nobody reads the error output", async () => {
  const { child, ended } = new Command([...commandLine, "--port=none"]);
  child.stderr?.destroy();
  expect(await ended).toMatchObject({ code: 2, signal: null });
  expect(await runCommand(["--help"], { stdio: "ignore" })).toMatchObject({ code: 0 });
});
