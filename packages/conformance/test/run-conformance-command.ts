import {
  type CommandResult,
  nodeCommandLine,
  type RunningCommand,
  startCommand,
} from "../../command-line/test/start-command.ts";

const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));

/** Runs `knowledge-base-conformance` until it ends, without the variables that name a service. */
export async function runConformanceCommand(
  args: readonly string[],
  variables?: Record<string, string>,
): Promise<CommandResult> {
  await using command = startConformanceCommand(args, variables);
  return await command.ended;
}

/** Starts `knowledge-base-conformance`. */
export function startConformanceCommand(
  args: readonly string[],
  variables: Record<string, string> = {},
): RunningCommand {
  const { KNOWLEDGE_BASE_URL: _, KNOWLEDGE_BASE_API_KEY: __, ...environment } = process.env;
  return startCommand([...commandLine, ...args], { env: { ...environment, ...variables } });
}
