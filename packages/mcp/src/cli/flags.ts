import type { FlagTable } from "@knowledge-base/command-line";
import { type OptionRule, wholeNumberRule } from "@knowledge-base/types/internal";

const longestTimeoutMs = 2_147_483_647;
const partRule: OptionRule = {
  expected: "a comma-separated list without empty parts",
  accepts: (part) => part !== "",
};

/** Flags of `knowledge-base-mcp`, in the order in which the help lists them. */
export const flags = {
  "base-url": { type: "string", value: "URL", description: "base URL of the service (or KNOWLEDGE_BASE_URL)" },
  "api-key": {
    type: "string",
    value: "KEY",
    description: "API key; set it as KNOWLEDGE_BASE_API_KEY to hide it from process lists",
  },
  demo: { type: "boolean", description: "use a reference server with demo content instead of a service" },
  brain: {
    type: "list",
    value: "IDS",
    description: "ids of the brains that the MCP host may use, separated by commas (default with --demo: all)",
    check: partRule,
  },
  installation: {
    type: "list",
    value: "IDS",
    description: "ids of the installations that the MCP host may use, separated by commas (default all)",
    check: partRule,
  },
  allow: {
    type: "list",
    value: "OPERATIONS",
    description: "operations that become tools, separated by commas (default promptIndex.get,channels.list)",
    check: partRule,
  },
  "allow-destructive": {
    type: "boolean",
    description: "call destructive tools without asking the user",
  },
  timeout: {
    type: "number",
    value: "MS",
    description: "milliseconds that a call may take, including retries: the deadline of the client",
    default: 30_000,
    check: wholeNumberRule(1, longestTimeoutMs),
  },
  http: { type: "boolean", description: "serve over HTTP on 127.0.0.1 instead of standard input and output" },
  port: {
    type: "number",
    value: "PORT",
    description: "port for --http; 0 for any free port (default 4100)",
    check: wholeNumberRule(0, 65_535),
  },
  token: {
    type: "string",
    value: "TOKEN",
    description: "bearer token for --http; set it as a variable to hide it from process lists",
    check: {
      expected: "16 to 256 visible ASCII characters",
      isSecret: true,
      accepts: (token) => /^[!-~]{16,256}$/.test(String(token)),
    },
  },
  quiet: { type: "boolean", description: "log only warnings and errors" },
} as const satisfies FlagTable;

/** Beginning of the names of the environment variables that set flags. */
export const variablePrefix = "KNOWLEDGE_BASE_MCP_";
