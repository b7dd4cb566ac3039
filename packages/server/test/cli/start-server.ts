import { nodeCommandLine, startCommand } from "../../../command-line/test/start-command.ts";

const commandLine = nodeCommandLine(new URL("../../src/cli.ts", import.meta.url));

/** Starts `knowledge-base-server --json` in a process of its own, on any free port. Disposing it kills the process. */
export async function startServer(flags: readonly string[]) {
  const command = startCommand([...commandLine, "--json", "--port=0", ...flags]);
  await command.waitForOutput("\n");
  const { url, apiKeys }: { url: string; apiKeys: readonly string[] } = JSON.parse(command.stdout);
  return { url, apiKeys, [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() };
}
