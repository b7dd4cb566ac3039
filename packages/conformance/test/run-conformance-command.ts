import { type CommandResult, nodeCommandLine, startCommand } from "../../command-line/test/start-command.ts";

const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));

/** Runs `knowledge-base-conformance` until it ends, without the variables that name a service. */
export async function runConformanceCommand(
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<CommandResult> {
  const { KNOWLEDGE_BASE_URL: _, KNOWLEDGE_BASE_API_KEY: __, ...environment } = process.env;
  await using command = startCommand([...commandLine, ...args], { env: { ...environment, ...variables } });
  return await command.ended;
}
