import { type FlagValues, UsageError } from "@knowledge-base/command-line";
import { contract, type OperationId } from "@knowledge-base/types";
import { showName, suggestName } from "@knowledge-base/types/internal";
import type { flags } from "./flags.ts";

/** A service to call. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** How to serve over HTTP. */
export interface HttpSettings {
  readonly port: number;
  readonly token: string | undefined;
}

/** Settings of the command, read from the flags. */
export interface Settings {
  /** Undefined for the demo. */
  readonly service: ServiceSettings | undefined;
  /** Undefined for those of the demo. */
  readonly brainIds: readonly string[] | undefined;
  readonly installationIds: readonly string[] | undefined;
  readonly allow: readonly OperationId[] | undefined;
  readonly allowDestructive: boolean;
  readonly timeout: number;
  /** Undefined for standard input and output. */
  readonly http: HttpSettings | undefined;
  readonly quiet: boolean;
}

/**
 * Checks the values of the flags and fills in the defaults.
 *
 * @throws UsageError if a value is missing or invalid
 */
export function readSettings(values: FlagValues<typeof flags>): Settings {
  const list = (flag: "allow" | "brain" | "installation") => requireDistinct(values[flag], flag);
  const service = readService(values);
  const brainIds = list("brain");
  if (service && !brainIds) throw new UsageError("--brain is missing; list the brains that the MCP host may use");
  return {
    service,
    brainIds,
    installationIds: list("installation"),
    allow: list("allow")?.map(requireOperation),
    allowDestructive: values["allow-destructive"],
    timeout: values.timeout,
    http: readHttp(values),
    quiet: values.quiet,
  };
}

function readService(values: FlagValues<typeof flags>): ServiceSettings | undefined {
  const names = ["base-url", "api-key"] as const;
  if (values.demo) {
    const given = names.find((name) => values[name] !== undefined);
    if (given !== undefined) throw new UsageError(`--demo and --${given} cannot be used together`);
    return undefined;
  }
  const [baseUrl = "", apiKey = ""] = names.map((name) => {
    const variable = name === "base-url" ? "KNOWLEDGE_BASE_URL" : "KNOWLEDGE_BASE_API_KEY";
    const text = values[name] ?? process.env[variable];
    if (text) return text;
    throw new UsageError(`--${name} is missing, and ${variable} is not set; --demo needs neither`);
  });
  return { baseUrl, apiKey };
}

function requireDistinct(items: readonly string[] | undefined, flag: string): readonly string[] | undefined {
  if (new Set(items).size === (items ?? []).length) return items;
  throw new UsageError(`--${flag} must not contain a part twice`);
}

function requireOperation(id: string): OperationId {
  if (Object.hasOwn(contract, id)) return id as OperationId;
  const advice = suggestName(id, Object.keys(contract), "operation");
  throw new UsageError(`--allow must list operations, not ${showName(id)}; ${advice}`);
}

function readHttp({ http, port, token }: FlagValues<typeof flags>): HttpSettings | undefined {
  if (http) return { port: port ?? 4100, token };
  const given = port !== undefined ? "port" : token !== undefined ? "token" : undefined;
  if (given !== undefined) throw new UsageError(`--${given} needs --http`);
  return undefined;
}
