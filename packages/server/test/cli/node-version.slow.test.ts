import { expect, it } from "vitest";
import { preload, startCommand } from "../../../command-line/test/start-command.ts";
import { commandLine } from "./start-server.ts";

/** Runs the command on a Node that claims to have another version. */
async function runOn(version: string) {
  const program = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
  const [node, ...rest] = commandLine;
  await using command = startCommand([node, preload(program), ...rest, "--version"]);
  return await command.ended;
}

it.concurrent("a Node version that is too old is rejected with one line and exit code 1", async () => {
  expect(await runOn("20.20.1")).toEqual({
    code: 1,
    signal: null,
    stdout: "",
    stderr:
      "knowledge-base-server: Failed to start: Node 22 or later is needed, and this is 20.20.1. Install it from https://nodejs.org.\n",
  });
});

it.concurrent.each(["22.0.0", "100.1.0"])("Node %s is accepted", async (version) => {
  expect(await runOn(version)).toMatchObject({ code: 0, stderr: "" });
});
