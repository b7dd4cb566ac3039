import type { Command } from "@knowledge-base/internal/command-line";
import { flags, variablePrefix } from "./flags.ts";
import { whenParentEnds } from "./parent-process.ts";

/** The command `knowledge-base-server`. */
export const command: Command<typeof flags> = {
  name: "knowledge-base-server",
  flags,
  variablePrefix,
  usage: "[options]",
  summary: "Runs the reference server of the knowledge-base service in memory.",
  notes: `The operations of the service are below /v1, and the controls of the server below /_control.
GET /_control/openapi.json describes the controls. GET /_health succeeds while the server runs.

Each flag can be set as a variable: the port as PORT, and any other as ${variablePrefix} and
its name, such as ${variablePrefix}SEED. A flag overrides its variable. To turn off what a
variable has turned on, put --no- before the name of the flag, as in --no-quiet.

If other machines can reach the server, set --control-token or --no-control.

On SIGINT, SIGTERM or SIGHUP, the server waits up to 8 seconds for running requests, and stops. A
second signal ends the wait.

Exit codes:
  0  the server was stopped
  1  the server failed, or the last changes could not be saved
  2  a flag or a variable is wrong
  3  the file of --seed, --state or --operations cannot be used
  4  the port or the host is not available`,
  async run(settings) {
    // Imported here, so that --help and usage errors do not load the server.
    const { serve } = await import("./serve.ts");
    return await serve(settings, whenParentEnds);
  },
};
