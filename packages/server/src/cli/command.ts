import type { Command } from "@knowledge-base/command-line";
import { exitCodes } from "./exit-codes.ts";
import { flags, readSettings } from "./flags.ts";

const name = "knowledge-base-server";

/** The command `knowledge-base-server`. */
export const command: Command<typeof flags> = {
  name,
  flags,
  usage: "[options]",
  summary: "Runs the reference server of the knowledge-base service in memory.",
  notes: `The operations of the service are below /v1, the controls of the server below /_control
(GET /_control/openapi.json describes them), and GET /_health succeeds while it runs.
SIGINT, SIGTERM or SIGHUP lets the requests in flight finish for up to 8 seconds, exports the
state and ends; a second signal cuts them off at once, and still exports.

Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 state file, 4 cannot listen.`,
  exitCodes: { success: exitCodes.stopped, failed: exitCodes.failed, wrongUsage: exitCodes.wrongUsage },
  async run(values) {
    const settings = readSettings(values);
    // Imported here, so that --help and usage errors do not load the server.
    const { serve } = await import("./serve.ts");
    await serve(settings, name);
    return exitCodes.stopped;
  },
};
