import type { Flag, VariableNames } from "@knowledge-base/command-line";
import { choices } from "../choices.ts";
import type { ListenOptions } from "../node/listen-options.ts";
import type { ReferenceServerOptions } from "../reference-server-options.ts";

/** A flag of `knowledge-base-server`. */
export interface ServerFlag extends Flag {
  /** Option of `createReferenceServer` that the flag sets. */
  readonly serverOption?: keyof ReferenceServerOptions;
  /** Option of `listen` that the flag sets. */
  readonly listenOption?: keyof ListenOptions;
}

/** Flags of `knowledge-base-server`, in the order in which the help lists them. */
export const flags = {
  port: {
    type: "string",
    value: "PORT",
    description: "port to listen on; 0 for any free port (default 4000)",
    listenOption: "port",
  },
  host: {
    type: "string",
    value: "HOST",
    description: "host to listen on; 0.0.0.0 accepts connections from other machines (default 127.0.0.1)",
    listenOption: "host",
  },
  "base-path": {
    type: "string",
    value: "PATH",
    description: "prefix of all paths, such as /api",
    serverOption: "baseUrl",
  },
  seed: {
    type: "string",
    value: "demo|FILE",
    description: "initial state, which a reset restores",
    serverOption: "seed",
  },
  import: { type: "string", value: "FILE", description: "state to start with, such as an exported one" },
  "export-on-exit": { type: "string", value: "FILE", description: "file to write the state to when the server stops" },
  "api-key": {
    type: "string",
    value: "KEY",
    description: "an API key of the first organization, in addition to those of the state",
    serverOption: "apiKey",
  },
  "random-seed": {
    type: "string",
    value: "TEXT",
    description: "seed of random values; the same text gives the same ids and keys",
    serverOption: "randomSeed",
  },
  clock: {
    type: "string",
    value: "TIME",
    description: "time at which the clock is frozen, such as 2026-05-04T08:00:00Z",
    serverOption: "clock",
  },
  latency: {
    type: "string",
    value: "MS",
    description: `milliseconds by which every response is delayed, up to ${choices.longestWaitMs}`,
    serverOption: "latency",
  },
  "strict-bodies": {
    type: "boolean",
    description: "reject body fields that the specification does not define",
    serverOption: "strictBodies",
  },
  cors: {
    type: "string",
    value: "ORIGINS",
    description: "origins whose pages may send requests, separated by commas; * for every origin",
    serverOption: "cors",
  },
  "allowed-hosts": {
    type: "string",
    value: "NAMES",
    description: "host names that clients may use besides localhost, separated by commas",
    listenOption: "allowedHosts",
  },
  "trust-proxy": {
    type: "boolean",
    description: "use X-Forwarded-Proto and X-Forwarded-Host for the URLs of the OAuth flow",
    listenOption: "trustProxy",
  },
  "no-control": { type: "boolean", description: "do not serve the controls" },
  "control-token": {
    type: "string",
    value: "TOKEN",
    description: "token for the controls; set it as a variable to hide it from process lists",
  },
  "insecure-control": {
    type: "boolean",
    description: "allow other machines to use the controls without a token",
  },
  "no-inspector": {
    type: "boolean",
    description: "do not serve the inspector, the page that shows and controls the server",
  },
  open: { type: "boolean", description: "open the inspector in a browser" },
  "body-limit": {
    type: "string",
    value: "BYTES",
    description: "largest body of a request; operations accept at most 100 KiB (default 64 MiB)",
    listenOption: "bodyLimit",
  },
  "headers-timeout": {
    type: "string",
    value: "MS",
    description: "milliseconds that the headers of a request may take; 0 for no limit (default 10000)",
    listenOption: "headersTimeout",
  },
  "request-timeout": {
    type: "string",
    value: "MS",
    description: "milliseconds that a whole request may take; 0 for no limit (default 60000)",
    listenOption: "requestTimeout",
  },
  "keep-alive-timeout": {
    type: "string",
    value: "MS",
    description: "milliseconds that a connection may be idle; 0 for no limit (default 5000)",
    listenOption: "keepAliveTimeout",
  },
  "exit-with-parent": {
    type: "boolean",
    description: "stop when the parent process ends or closes the standard input",
  },
  quiet: { type: "boolean", description: "do not print a line for each request" },
  json: { type: "boolean", description: "print only one line of JSON, when the server is ready" },
} as const satisfies Readonly<Record<string, ServerFlag>>;

/** Names of the environment variables of the flags. */
export const variables: VariableNames = { prefix: "KNOWLEDGE_BASE_SERVER_", others: { port: "PORT" } };

/** Options without a flag, and the reason. */
export const optionsWithoutFlag: Readonly<Partial<Record<keyof ReferenceServerOptions | keyof ListenOptions, string>>> =
  {
    onChange: "It is a function. Another process can read `server/snapshot`.",
    unref: "The command runs until it is stopped.",
  };
