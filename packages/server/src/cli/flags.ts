import { choices } from "../choices.ts";

/** The flags of the command, in the order in which the help shows them. */
export const flags = {
  port: { type: "string", value: "PORT", text: "port to listen on; 0 takes any free one (default 4000)" },
  host: {
    type: "string",
    value: "HOST",
    text: "host to listen on; others than loopback let other machines in (default 127.0.0.1)",
  },
  seed: { type: "string", value: "demo|FILE", text: "what the server holds at first, and again after a reset" },
  import: { type: "string", value: "FILE", text: "a state to go on from, such as one that was exported" },
  "export-on-exit": { type: "string", value: "FILE", text: "where to write the state when the server stops" },
  "random-seed": { type: "string", value: "TEXT", text: "where ids come from; the same text repeats a run" },
  latency: {
    type: "string",
    value: "MS",
    text: `milliseconds by which every answer is late, up to ${choices.longestWaitMs}`,
  },
  quiet: { type: "boolean", text: "print no line for each request" },
  json: { type: "boolean", text: "print one line of JSON when ready, and nothing else" },
  help: { type: "boolean", short: "h", text: "print this help" },
  version: { type: "boolean", text: "print the version" },
} as const;

const width = 28;

/** The help of the command. */
export function help(): string {
  const lines = Object.entries(flags).map(([name, flag]) => {
    const value = "value" in flag ? ` ${flag.value}` : "";
    const short = "short" in flag ? `-${flag.short}, ` : "";
    return `  ${`${short}--${name}${value}`.padEnd(width)} ${flag.text}`;
  });
  return `Usage: knowledge-base-server [options]

Runs the reference server of the knowledge-base service in memory.

${lines.join("\n")}

The operations of the service are below /v1, the controls of the server below /_control
(GET /_control/openapi.json describes them), and GET /_health tells whether it is up.
SIGINT, SIGTERM or SIGHUP lets the requests in flight finish for up to 8 seconds, exports the
state and ends; a second signal cuts the requests off at once, and still exports.

Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 state file, 4 cannot listen.
`;
}
