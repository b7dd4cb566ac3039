import type { Flag, VariableNames } from "@knowledge-base/command-line";

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
    type: "string",
    value: "IDS",
    description: "ids of the brains that the MCP host may use, separated by commas (default with --demo: all)",
  },
  installation: {
    type: "string",
    value: "IDS",
    description: "ids of the installations that the MCP host may use, separated by commas (default all)",
  },
  allow: {
    type: "string",
    value: "OPERATIONS",
    description: "operations that become tools, separated by commas (default promptIndex.get,channels.list)",
  },
  "allow-destructive": {
    type: "boolean",
    description: "call destructive tools without asking the user",
  },
  timeout: {
    type: "string",
    value: "MS",
    description: "milliseconds that a call may take, including retries: the deadline of the client (default 30000)",
  },
  http: { type: "boolean", description: "serve over HTTP on 127.0.0.1 instead of standard input and output" },
  port: { type: "string", value: "PORT", description: "port for --http; 0 for any free port (default 4100)" },
  token: {
    type: "string",
    value: "TOKEN",
    description: "bearer token for --http; set it as a variable to hide it from process lists",
  },
  quiet: { type: "boolean", description: "log only warnings and errors" },
} as const satisfies Readonly<Record<string, Flag>>;

/** Names of the environment variables of the flags. */
export const variables: VariableNames = {
  prefix: "KNOWLEDGE_BASE_MCP_",
  others: { "base-url": "KNOWLEDGE_BASE_URL", "api-key": "KNOWLEDGE_BASE_API_KEY" },
};
