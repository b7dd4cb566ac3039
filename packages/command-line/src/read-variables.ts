import { findClosestName, showName } from "@knowledge-base/types/internal";
import type { FlagTable, FlagValues } from "./parse-flags.ts";
import { UsageError } from "./usage-error.ts";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How the environment variables of flags are named. */
export interface VariableNames {
  /** Beginning of the names; the rest is the name of the flag in capitals, with underscores. */
  readonly prefix: string;
  /** Other variables, by flag, that are read if those of the flags are not set. */
  readonly others: Readonly<Record<string, string>>;
}

/** Returns the name of the environment variable of a flag. */
export function variableOf(flag: string, { prefix }: Pick<VariableNames, "prefix">): string {
  return prefix + flag.toUpperCase().replaceAll("-", "_");
}

/** The flags that environment variables set. */
export interface VariableValues<Flags extends FlagTable> {
  readonly values: FlagValues<Flags>;
  /** Returns the flag as messages should name it: the environment variable if that has set it. */
  readonly labelOf: (flag: string) => string;
}

/**
 * Reads the flags that were not given from environment variables. An empty variable counts as not set.
 *
 * @throws {@link UsageError} if the variable of a boolean flag is not `true`, `1`, `false` or `0`, or there is no flag for a
 * variable with the prefix
 */
export function readVariables<Flags extends FlagTable>(
  flags: Flags,
  given: FlagValues<Flags>,
  names: VariableNames,
  environment: Environment,
): VariableValues<Flags> {
  const values: Record<string, string | boolean | undefined> = { ...given };
  const labels = new Map<string, string>();
  rejectUnknown(flags, names, environment);
  for (const [flag, { type }] of Object.entries(flags)) {
    if (values[flag] !== undefined) continue;
    const other = names.others[flag];
    const variables = [variableOf(flag, names), ...(other === undefined ? [] : [other])];
    const variable = variables.find((name) => isSet(environment[name], flag));
    if (variable === undefined) continue;
    const text = environment[variable] ?? "";
    values[flag] = type === "boolean" ? parseBoolean(variable, text) : text;
    labels.set(flag, variable);
  }
  return { values: values as FlagValues<Flags>, labelOf: (flag) => labels.get(flag) ?? `--${flag}` };
}

/** A variable with a misspelt name would be ignored silently. */
function rejectUnknown(flags: FlagTable, names: VariableNames, environment: Environment): void {
  const known = Object.keys(flags).map((flag) => variableOf(flag, names));
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(names.prefix) || known.includes(name) || text === undefined || text === "") continue;
    if (ofKubernetes.test(name.slice(names.prefix.length))) continue;
    const closest = findClosestName(
      name.slice(names.prefix.length),
      known.map((one) => one.slice(names.prefix.length)),
    );
    const advice = closest === undefined ? "" : `; did you mean ${names.prefix}${closest}?`;
    throw new UsageError(`there is no flag for the variable ${showName(name)}${advice}`);
  }
}

/** The rest of the names that Kubernetes gives to the variables of a service, which may have the name of the command. */
const ofKubernetes = /^(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;

/** Kubernetes sets `NAME_PORT=tcp://10.0.0.1:4000` for a service that has the name of the command. */
function isSet(text: string | undefined, flag: string): boolean {
  return text !== undefined && text !== "" && !(flag === "port" && /^(tcp|udp|sctp):\/\//.test(text));
}

function parseBoolean(variable: string, text: string): boolean {
  if (/^(true|1)$/i.test(text)) return true;
  if (/^(false|0)$/i.test(text)) return false;
  // It may be a secret of another variable.
  throw new UsageError(`${variable} must be true or false`);
}
