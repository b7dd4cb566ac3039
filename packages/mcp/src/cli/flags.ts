import type { FlagTable } from "@knowledge-base/internal/command-line/flags";
import { isHostName, isInsecureUrl } from "@knowledge-base/internal/hosts";
import { type OptionRule, wholeNumberRule } from "@knowledge-base/internal/options";
import { isVisibleAscii } from "@knowledge-base/internal/secrets";
import { contract } from "@knowledge-base/types";

const operationIds = Object.keys(contract);
const idRule: OptionRule = { expected: "a comma-separated list of ids", accepts: (id) => id !== "" };

// The client would advise to set an option that this command has no flag for.
const encryptedRule: OptionRule = {
  expected: "an https: URL, or a URL of this machine, because http: sends the key unencrypted",
  isSecret: true, // It may have a password.
  accepts: (text) => !isInsecureUrl(String(text)),
};

const text = (value: string, description: string) => ({ type: "string", value, description }) as const;
const list = (value: string, description: string) => ({ type: "list", value, description }) as const;

/** Flags of `knowledge-base-mcp`, in the order in which the help lists them. */
export const flags = {
  "base-url": { ...text("URL", "base URL of the service"), variable: "KNOWLEDGE_BASE_URL", check: encryptedRule },
  "api-key": {
    ...text("KEY", "API key; set it as a variable to hide it from process lists"),
    variable: "KNOWLEDGE_BASE_API_KEY",
  },
  demo: { type: "boolean", description: "use a reference server with demo content instead of a service" },
  brain: {
    ...list("IDS", "ids of the brains that the MCP host may use, separated by commas (default with --demo: all)"),
    check: idRule,
  },
  installation: {
    ...list("IDS", "ids of the installations that the MCP host may use, separated by commas (default all)"),
    check: idRule,
  },
  allow: {
    ...list("OPERATIONS", "operations that become tools, separated by commas (default promptIndex.get,channels.list)"),
    check: {
      expected: `a comma-separated list of ${operationIds.join(", ")}`,
      accepts: (id) => operationIds.includes(String(id)),
    },
  },
  "allow-destructive": { type: "boolean", description: "call destructive tools without asking the user" },
  http: {
    type: "number",
    value: "PORT",
    description: "serve over HTTP on this port instead of standard input and output; 0 for any free port",
    check: wholeNumberRule(0, 65_535),
  },
  host: text("HOST", "host to listen on (default 127.0.0.1); 0.0.0.0 lets other machines connect, and needs --token"),
  "allowed-hosts": {
    ...list("NAMES", "host names that clients may use besides localhost, separated by commas"),
    check: { expected: "host names without a scheme or a port", accepts: isHostName },
  },
  token: {
    ...text("TOKEN", "bearer token for --http; set it as a variable to hide it from process lists"),
    check: {
      expected: "16 to 256 visible ASCII characters",
      isSecret: true,
      accepts: (token) => isVisibleAscii(token) && token.length >= 16 && token.length <= 256,
    },
  },
} as const satisfies FlagTable;

/** Beginning of the names of the environment variables that set flags. */
export const variablePrefix = "KNOWLEDGE_BASE_MCP_";
