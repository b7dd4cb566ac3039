import type { FlagTable, FlagValues } from "@knowledge-base/internal/command-line/flags";
import { isHostName } from "@knowledge-base/internal/hosts";
import { secretRule } from "@knowledge-base/internal/options";
import { maxWaitMs } from "../basics/time.ts";
import { isOrigin } from "../http/base-url.ts";
import { listenOptionRules } from "../node/listen.ts";
import type { LatencyRange } from "../test-tools/fault.ts";
import { latencySchema } from "../test-tools/fault-kinds.ts";

/** Parses a latency in milliseconds, or a range such as `100-300`. */
export function parseLatency(text: string): number | LatencyRange {
  const [, min = "", max] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return max === undefined ? Number(min || Number.NaN) : { min: Number(min), max: Number(max) };
}

/** Flags of `knowledge-base-server`, in the order in which the help lists them. */
export const flags = {
  port: {
    type: "number",
    value: "PORT",
    description: "port to listen on; 0 for any free port",
    default: 4000,
    check: listenOptionRules.port,
    variable: "PORT",
  },
  host: {
    type: "string",
    value: "HOST",
    description: "host to listen on; 0.0.0.0 lets other machines connect",
    default: "127.0.0.1",
  },
  seed: {
    type: "string",
    value: "demo|none|FILE",
    description: "initial state, which a reset restores",
    default: "demo",
  },
  state: {
    type: "string",
    value: "FILE",
    description: "file to keep the state in; if it exists, it is the initial state",
  },
  operations: {
    type: "string",
    value: "demo|FILE",
    description: "module with custom operations; demo confirms authorizations",
  },
  "api-key": {
    type: "string",
    value: "KEY",
    description: "an API key of the first organization, in addition to those of the state",
    check: secretRule,
  },
  "random-seed": {
    type: "string",
    value: "TEXT",
    description: "seed of random values; the same text gives the same ids and keys",
  },
  latency: {
    type: "string",
    value: "MS|MIN-MAX",
    description: `milliseconds, or a range, by which responses are delayed`,
    default: "0",
    check: {
      expected: `milliseconds from 0 to ${maxWaitMs}, or a range such as 100-300`,
      accepts: (value) => latencySchema.safeParse(parseLatency(String(value))).success,
    },
  },
  "strict-bodies": { type: "boolean", description: "reject body fields that the specification does not define" },
  cors: {
    type: "list",
    value: "ORIGINS",
    description: "origins whose pages may send requests, separated by commas; * for all",
    check: {
      expected: "* or origins without a path, such as http://localhost:5173",
      accepts: (value) => value === "*" || isOrigin(value),
    },
  },
  "allowed-hosts": {
    type: "list",
    value: "NAMES",
    description: "host names that clients may use besides localhost, separated by commas",
    check: { expected: "host names without a scheme or a port", accepts: isHostName },
  },
  "trust-proxy": {
    type: "boolean",
    description: "use X-Forwarded-Proto and X-Forwarded-Host for the URLs of the OAuth flow",
  },
  "tls-key": { type: "string", value: "FILE", description: "private key in PEM format, to serve HTTPS" },
  "tls-cert": { type: "string", value: "FILE", description: "certificate in PEM format, to serve HTTPS" },
  "control-token": {
    type: "string",
    value: "TOKEN",
    description: "token for the controls; set it as a variable to hide it from process lists",
    check: secretRule,
  },
  // The help lists it as --no-control.
  control: { type: "boolean", description: "do not serve the controls and the inspector", default: true },
  "exit-with-parent": {
    type: "boolean",
    description: "stop when the parent process ends or closes the standard input",
  },
  quiet: { type: "boolean", description: "do not print a line for each request" },
  json: { type: "boolean", description: "print only one line of JSON, when the server is ready" },
} as const satisfies FlagTable;

export type Settings = FlagValues<typeof flags>;

/** Beginning of the names of the environment variables that set flags. */
export const variablePrefix = "KNOWLEDGE_BASE_SERVER_";

/** In addition to the exit codes of every command. */
export const exitCodes = { badFile: 3, cannotListen: 4 } as const;
