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
  notes: `The operations of the service are below /v1, the controls of the server below /_control
(GET /_control/openapi.json describes them), and GET /_health succeeds while it runs.
Each flag has an environment variable, such as ${variableOf("export-on-exit", variables)}, which is
read if the flag is not given; PORT is another one of --port. --no-quiet turns off --quiet if its
variable is set; so does --no- with each flag that has no value, and --control with --no-control.
Controls that other machines can reach need --control-token.

SIGINT, SIGTERM or SIGHUP lets the requests in flight finish for up to 8 seconds, exports the
state and ends; a second signal cuts them off at once, and still exports.

Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 state file, 4 cannot listen.`,
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
