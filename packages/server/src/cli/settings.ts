import {
  type FlagValues,
  type LabelOf,
  requireNonEmpty,
  requireNumber,
  UsageError,
} from "@knowledge-base/command-line";
import type { OptionRule } from "@knowledge-base/types/internal";
import { isHostName } from "../node/host-name.ts";
import { listenOptionRules } from "../node/listen-options.ts";
import { isOrigin } from "../origin.ts";
import { secretRule } from "../secret-rule.ts";
import { serverOptionRules } from "../server-settings.ts";
import type { flags } from "./flags.ts";

/** Settings of the server, read from the flags. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Path without a slash at the end. */
  readonly basePath: string;
  readonly seed: string | undefined;
  readonly importFile: string | undefined;
  readonly exportFile: string | undefined;
  readonly apiKey: string | undefined;
  readonly randomSeed: string | undefined;
  /** Time at which the clock stands still, and its flag or variable. */
  readonly clock: { readonly time: string; readonly label: string } | undefined;
  readonly latency: number;
  readonly strictBodies: boolean;
  readonly cors: readonly string[];
  readonly allowedHosts: readonly string[] | undefined;
  readonly trustProxy: boolean;
  readonly control: ControlSettings | undefined;
  readonly inspector: InspectorSettings | undefined;
  readonly bodyLimit: number | undefined;
  readonly headersTimeout: number | undefined;
  readonly requestTimeout: number | undefined;
  readonly keepAliveTimeout: number | undefined;
  readonly exitsWithParent: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Settings of the controls. */
export interface ControlSettings {
  readonly token: string | undefined;
  /** Whether other machines may use the controls without a token. */
  readonly isInsecure: boolean;
}

/** Settings of the inspector. */
export interface InspectorSettings {
  /** Whether to open it in a browser. */
  readonly opens: boolean;
}

/**
 * Checks the values of the flags and fills in the defaults.
 *
 * @throws UsageError if a value is invalid
 */
export function readSettings(values: FlagValues<typeof flags>, labelOf: LabelOf): Settings {
  const text = (flag: TextFlag) => requireNonEmpty(labelOf(flag), values[flag]);
  const number = (flag: TextFlag, rule: OptionRule) => {
    const value = values[flag];
    return value === undefined ? undefined : requireNumber(labelOf(flag), value, rule);
  };
  const list = (flag: TextFlag, accepts: (item: string) => boolean, expected: string) => {
    const items = text(flag)
      ?.split(",")
      .map((item) => item.trim());
    if (items?.every(accepts) === false) throw new UsageError(`${labelOf(flag)} must be ${expected}`);
    return items;
  };
  const secret = (flag: TextFlag) => {
    const value = text(flag);
    if (value !== undefined && !secretRule.accepts(value))
      throw new UsageError(`${labelOf(flag)} must be ${secretRule.expected}`);
    return value;
  };
  const time = text("clock");
  return {
    port: number("port", listenOptionRules.port) ?? 4000,
    host: text("host") ?? "127.0.0.1",
    basePath: readBasePath(text("base-path"), labelOf("base-path")),
    seed: text("seed"),
    importFile: text("import"),
    exportFile: text("export-on-exit"),
    apiKey: secret("api-key"),
    randomSeed: text("random-seed"),
    clock: time === undefined ? undefined : { time, label: labelOf("clock") },
    latency: number("latency", serverOptionRules.latency) ?? 0,
    strictBodies: values["strict-bodies"] ?? false,
    cors:
      list(
        "cors",
        (origin) => origin === "*" || isOrigin(origin),
        "* or origins without a path, such as http://localhost:5173",
      ) ?? [],
    allowedHosts: list("allowed-hosts", isHostName, "host names without a scheme or a port"),
    trustProxy: values["trust-proxy"] ?? false,
    control: readControlSettings(values, secret("control-token"), labelOf),
    inspector: readInspectorSettings(values, labelOf),
    bodyLimit: number("body-limit", listenOptionRules.bodyLimit),
    headersTimeout: number("headers-timeout", listenOptionRules.headersTimeout),
    requestTimeout: number("request-timeout", listenOptionRules.requestTimeout),
    keepAliveTimeout: number("keep-alive-timeout", listenOptionRules.keepAliveTimeout),
    exitsWithParent: values["exit-with-parent"] ?? false,
    quiet: values.quiet ?? false,
    json: values.json ?? false,
  };
}

/** Flags with a value. */
type TextFlag = {
  [Name in keyof typeof flags]: (typeof flags)[Name]["type"] extends "string" ? Name : never;
}[keyof typeof flags];

function readBasePath(path: string | undefined, label: string): string {
  if (path === undefined) return "";
  const isPath = /^\/(?!\/)[\w.~%/-]*$/.test(path) && new URL(path, "http://a").pathname === path;
  if (!isPath) throw new UsageError(`${label} must be a path that begins with a slash, such as /api`);
  return path.replace(/\/+$/, "");
}

function readControlSettings(
  values: FlagValues<typeof flags>,
  token: string | undefined,
  labelOf: LabelOf,
): ControlSettings | undefined {
  const isInsecure = values["insecure-control"] ?? false;
  if (!values["no-control"]) return { token, isInsecure };
  const other = token !== undefined ? "control-token" : isInsecure ? "insecure-control" : undefined;
  if (other === undefined) return undefined;
  throw new UsageError(`${labelOf("no-control")} and ${labelOf(other)} cannot be used together`);
}

/** The inspector uses the controls, so that there is none without them. */
function readInspectorSettings(values: FlagValues<typeof flags>, labelOf: LabelOf): InspectorSettings | undefined {
  const other = values["no-inspector"] ? "no-inspector" : values["no-control"] ? "no-control" : undefined;
  if (other === undefined) return { opens: values.open ?? false };
  if (!values.open) return undefined;
  throw new UsageError(`${labelOf(other)} and ${labelOf("open")} cannot be used together`);
}
