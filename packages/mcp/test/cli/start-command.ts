import {
  type CommandResult,
  nodeCommandLine,
  type RunningCommand,
  startCommand,
} from "../../../command-line/test/start-command.ts";

/** The command line of `knowledge-base-mcp`, without flags. */
export const commandLine = nodeCommandLine(new URL("../../src/cli.ts", import.meta.url));

/** The environment of the test without the variables that name a service. */
export function createEnvironment(variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name.startsWith("KNOWLEDGE_BASE_") ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(own), ...variables };
}

/** Runs `knowledge-base-mcp` without input until it ends. */
export async function runCommand(
  flags: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  await using command = startCommand([...commandLine, ...flags], { env: createEnvironment(variables) });
  return await command.ended;
}

/** A `knowledge-base-mcp --http` that is ready. Disposing it kills its process. */
export interface StartedServer extends AsyncDisposable {
  readonly command: RunningCommand;
  readonly url: URL;
}

/** Starts `knowledge-base-mcp --http` on any free port. */
export async function startHttp(
  flags: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const env = createEnvironment(variables);
  const command = startCommand([...commandLine, "--http", "--port=0", ...flags], { env });
  await command.waitForOutput("/mcp\n");
  const [, url = ""] = /(http:\S+)/.exec(command.stdout) ?? [];
  return { command, url: new URL(url), [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() };
}
