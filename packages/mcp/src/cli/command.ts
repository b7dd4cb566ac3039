import { type Command, variableOf } from "@knowledge-base/command-line";
import { exitCodes } from "./exit-codes.ts";
import { flags, variables } from "./flags.ts";
import { readSettings } from "./settings.ts";

/** The command `knowledge-base-mcp`. */
export const command: Command<typeof flags> = {
  name: "knowledge-base-mcp",
  flags,
  usage: "--base-url URL --brain IDS [options]",
  summary: "Serves a knowledge base to agents over the Model Context Protocol.",
  notes: `Clients get a tool for each allowed operation, and the prompt index of each brain as a resource and
as a prompt. Without --allow they can change nothing. Destructive tools (pages.archive and
bindings.unbind) ask a person by elicitation; if the client does not support that, they are refused
unless --allow-destructive is given.

Each flag has an environment variable, such as ${variableOf("allow-destructive", variables)},
which is read if the flag is not given. Logs go to the standard error output.

The command ends when the client closes the standard input, or at SIGINT, SIGTERM or SIGHUP.

Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 cannot listen.`,
  exitCodes: { success: exitCodes.stopped, failed: exitCodes.failed, wrongUsage: exitCodes.wrongUsage },
  variables,
  // It may be the API key or the token, with its flag forgotten.
  hidesUnexpectedArguments: true,
  async run(values, labelOf) {
    const settings = readSettings(values, labelOf);
    // Imported here, so that --help and usage errors do not load the server.
    const { serve } = await import("./serve.ts");
    await serve(settings);
    return exitCodes.stopped;
  },
};
