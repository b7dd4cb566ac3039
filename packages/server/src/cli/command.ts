import { type Command, variableOf } from "@knowledge-base/command-line";
import { exitCodes } from "./exit-codes.ts";
import { flags, variables } from "./flags.ts";
import { readSettings } from "./settings.ts";

const name = "knowledge-base-server";

/** The command `knowledge-base-server`. */
export const command: Command<typeof flags> = {
  name,
  flags,
  usage: "[options]",
  summary: "Runs the reference server of the knowledge-base service in memory.",
  notes: `The operations of the service are below /v1, and the controls of the server below /_control.
GET /_control/openapi.json describes the controls. GET /_health succeeds while the server runs.

Each flag can be set as a variable, such as ${variableOf("export-on-exit", variables)}. PORT also
sets the port. A flag overrides its variable. To turn off a flag that a variable has turned on, use
its opposite, such as --no-quiet for --quiet and --control for --no-control.

If other machines can reach the server, set --control-token, --no-control or --insecure-control.

On SIGINT, SIGTERM or SIGHUP, the server waits up to 8 seconds for running requests, writes the file
of --export-on-exit if it is set, and stops. A second signal ends the wait.

Exit codes:
  0  the server was stopped
  1  the server failed
  2  a flag or a variable is wrong
  3  a state file cannot be read or written
  4  the port or the host is not available`,
  exitCodes: { success: exitCodes.stopped, failed: exitCodes.failed, wrongUsage: exitCodes.wrongUsage },
  variables,
  // It may be an API key or the token of the controls, with its flag forgotten.
  hidesUnexpectedArguments: true,
  async run(values, labelOf) {
    const settings = readSettings(values, labelOf);
    // Imported here, so that --help and usage errors do not load the server.
    const { serve } = await import("./serve.ts");
    await serve(settings, name);
    return exitCodes.stopped;
  },
};
