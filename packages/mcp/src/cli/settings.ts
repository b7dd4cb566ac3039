import {
  type FlagValues,
  type LabelOf,
  requireNonEmpty,
  requireNumber,
  UsageError,
} from "@knowledge-base/command-line";
import { contract, type OperationId } from "@knowledge-base/types";
import { showName, suggestName, wholeNumberRule } from "@knowledge-base/types/internal";
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

const longestTimeoutMs = 2_147_483_647;

/**
 * Checks the values of the flags and fills in the defaults.
 *
 * @throws UsageError if a value is missing or invalid
 */
export function readSettings(values: FlagValues<typeof flags>, labelOf: LabelOf): Settings {
  const list = (flag: "allow" | "brain" | "installation") => readList(values[flag], labelOf(flag));
  const service = readService(values, labelOf);
  const brainIds = list("brain");
  if (service && !brainIds) throw new UsageError("--brain is missing; list the brains that the MCP host may use");
  return {
    service,
    brainIds,
    installationIds: list("installation"),
    allow: list("allow")?.map((id) => requireOperation(id, labelOf("allow"))),
    allowDestructive: values["allow-destructive"] ?? false,
    timeout: requireNumber(labelOf("timeout"), values.timeout ?? "30000", wholeNumberRule(1, longestTimeoutMs)),
    http: readHttp(values, labelOf),
    quiet: values.quiet ?? false,
  };
}

function readService(values: FlagValues<typeof flags>, labelOf: LabelOf): ServiceSettings | undefined {
  const names = ["base-url", "api-key"] as const;
  if (values.demo) {
    // Variables are often set for other programs.
    const given = names.find((name) => values[name] !== undefined && labelOf(name) === `--${name}`);
    if (given !== undefined) throw new UsageError(`${labelOf("demo")} and --${given} cannot be used together`);
    return undefined;
  }
  const [baseUrl = "", apiKey = ""] = names.map((name) => {
    const text = requireNonEmpty(labelOf(name), values[name]);
    if (text !== undefined) return text;
    const variable = name === "base-url" ? "KNOWLEDGE_BASE_URL" : "KNOWLEDGE_BASE_API_KEY";
    throw new UsageError(`--${name} is missing, and ${variable} is not set; --demo needs neither`);
  });
  return { baseUrl, apiKey };
}

function readList(text: string | undefined, label: string): readonly string[] | undefined {
  const items = text?.split(",").map((item) => item.trim());
  if (items?.includes("")) throw new UsageError(`${label} must be a comma-separated list without empty parts`);
  if (new Set(items).size !== (items ?? []).length) throw new UsageError(`${label} must not contain a part twice`);
  return items;
}

function requireOperation(id: string, label: string): OperationId {
  if (Object.hasOwn(contract, id)) return id as OperationId;
  const advice = suggestName(id, Object.keys(contract), "operation");
  throw new UsageError(`${label} must list operations, not ${showName(id)}; ${advice}`);
}

function readHttp(values: FlagValues<typeof flags>, labelOf: LabelOf): HttpSettings | undefined {
  const { http, port, token } = values;
  if (!http) {
    const given = (["port", "token"] as const).find((name) => values[name] !== undefined);
    if (given !== undefined) throw new UsageError(`${labelOf(given)} needs --http`);
    return undefined;
  }
  if (token !== undefined && !/^[!-~]{16,256}$/.test(token)) {
    throw new UsageError(`${labelOf("token")} must have 16 to 256 visible ASCII characters`);
  }
  return { port: requireNumber(labelOf("port"), port ?? "4100", wholeNumberRule(0, 65_535)), token };
}
