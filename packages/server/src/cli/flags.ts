import { type FlagTable, type FlagValues, requireNonEmpty, requireWholeNumber } from "@knowledge-base/command-line";
import { choices } from "../choices.ts";

/** Flags of `knowledge-base-server`, in the order in which the help lists them. */
export const flags = {
  port: { type: "string", value: "PORT", description: "port to listen on; 0 takes any free one (default 4000)" },
  host: {
    type: "string",
    value: "HOST",
    description: "host to listen on; others than loopback let other machines in (default 127.0.0.1)",
  },
  seed: { type: "string", value: "demo|FILE", description: "initial state, which a reset restores" },
  import: { type: "string", value: "FILE", description: "state to start with, such as an exported one" },
  "export-on-exit": { type: "string", value: "FILE", description: "file to write the state to when the server stops" },
  "random-seed": { type: "string", value: "TEXT", description: "seed of ids and keys; the same text repeats a run" },
  latency: {
    type: "string",
    value: "MS",
    description: `milliseconds by which every response is delayed, up to ${choices.longestWaitMs}`,
  },
  quiet: { type: "boolean", description: "print no line for each request" },
  json: { type: "boolean", description: "print one line of JSON when ready, and nothing else" },
} as const satisfies FlagTable;

/** Settings of the server, read from the flags. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly seed: string | undefined;
  readonly importFile: string | undefined;
  readonly exportFile: string | undefined;
  readonly randomSeed: string | undefined;
  readonly latency: number;
  readonly quiet: boolean;
  readonly json: boolean;
}

/**
 * Checks the values of the flags and fills in the defaults.
 *
 * @throws UsageError if a value is invalid
 */
export function readSettings(values: FlagValues<typeof flags>): Settings {
  return {
    port: requireWholeNumber("port", values.port ?? "4000", 0, 65_535),
    host: requireNonEmpty("host", values.host) ?? "127.0.0.1",
    seed: requireNonEmpty("seed", values.seed),
    importFile: requireNonEmpty("import", values.import),
    exportFile: requireNonEmpty("export-on-exit", values["export-on-exit"]),
    randomSeed: requireNonEmpty("random-seed", values["random-seed"]),
    latency: requireWholeNumber("latency", values.latency ?? "0", 0, choices.longestWaitMs),
    quiet: values.quiet ?? false,
    json: values.json ?? false,
  };
}
