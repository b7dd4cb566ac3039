import { UsageError } from "@knowledge-base/internal/command-line/command-error";
import type { CommandLine } from "@knowledge-base/internal/command-line/run-command";
import { flags, variablePrefix } from "./flags.ts";

/** The command `knowledge-base-mcp`. */
export const commandLine: CommandLine<typeof flags> = {
  name: "knowledge-base-mcp",
  flags,
  variablePrefix,
  usage: "--base-url URL --brain IDS [options]\n       knowledge-base-mcp --demo [options]",
  summary: "Serves a knowledge base to agents over the Model Context Protocol.",
  notes: `Clients get a tool for each allowed operation, and the prompt index of each brain as a resource and
as a prompt. Without --allow they can change nothing. Destructive tools (pages.archive and
bindings.unbind) ask the user through the client (MCP elicitation). If the client does not support
that, they are refused, unless --allow-destructive is set. A call may take 30 seconds.

Each flag can be set as a variable, such as ${variablePrefix}ALLOW_DESTRUCTIVE, and the service as
KNOWLEDGE_BASE_URL and KNOWLEDGE_BASE_API_KEY. A flag overrides its variable. Logs go to the
standard error output.

The command stops when the client closes the standard input, or on SIGINT, SIGTERM or SIGHUP.

Exit codes:
  0  the server was stopped
  1  the server failed
  2  a flag or a variable is wrong
  3  the port is not available`,
  async run(values, given) {
    if (values.demo && (given["base-url"] ?? given["api-key"]) !== undefined)
      throw new UsageError("--demo needs no --base-url and no --api-key");
    // Imported here, so that --help and wrong flags don't load the server.
    const { serve } = await import("./serve.ts");
    await serve(values);
    return 0;
  },
};
