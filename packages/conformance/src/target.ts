import type { ContractEntry, OperationId, PathParamName } from "@knowledge-base/types";
import type { OptionRule } from "@knowledge-base/types/internal";
import type { Setup } from "./setup.ts";

/**
 * Ids of records that exist in an implementation. All but the foreign ones belong to the organization of the API key. A case
 * that needs a record without an id here is not checked.
 */
export interface TargetRecords {
  /** A brain. Nearly every case needs it. */
  readonly brainId?: string | undefined;
  /** A page of the brain that its prompt index shows. With `write` it is archived. */
  readonly slug?: string | undefined;
  /** An archived page of the brain. */
  readonly archivedSlug?: string | undefined;
  /** A deprecated page of the brain. */
  readonly deprecatedSlug?: string | undefined;
  /** An installation whose channels can be listed. */
  readonly installationId?: string | undefined;
  /** An active binding of the brain. With `write` its flags are changed and restored, and finally it is removed. */
  readonly bindingId?: string | undefined;
  /** Another binding of the brain, which must not be affected. */
  readonly secondBindingId?: string | undefined;
  /** A brain of another organization. */
  readonly foreignBrainId?: string | undefined;
  /** A page of that brain. With `write` the suite tries to archive it. */
  readonly foreignSlug?: string | undefined;
  /** An installation of the other organization. */
  readonly foreignInstallationId?: string | undefined;
  /** A binding of the foreign brain. With `write` the suite tries to remove it. */
  readonly foreignBindingId?: string | undefined;
}

/** Name of a record in {@link TargetRecords}. */
export type RecordName = keyof TargetRecords;

type PathParameter = PathParamName<ContractEntry<OperationId>["path"]>;

/** Rule of an id, a URL or a key. */
export const nonEmptyTextRule: OptionRule = {
  expected: "a string that is not empty",
  accepts: (value) => typeof value === "string" && value !== "",
};

/** Rules of the ids of records. */
export const recordRules = {
  brainId: nonEmptyTextRule,
  slug: nonEmptyTextRule,
  archivedSlug: nonEmptyTextRule,
  deprecatedSlug: nonEmptyTextRule,
  installationId: nonEmptyTextRule,
  bindingId: nonEmptyTextRule,
  secondBindingId: nonEmptyTextRule,
  foreignBrainId: nonEmptyTextRule,
  foreignSlug: nonEmptyTextRule,
  foreignInstallationId: nonEmptyTextRule,
  foreignBindingId: nonEmptyTextRule,
} as const satisfies Record<RecordName | PathParameter, OptionRule>;

/** Returns whether a text is the name of a record. */
export function isRecordName(name: string): name is RecordName {
  return Object.hasOwn(recordRules, name);
}

/** A kind of notification. Specification, section 6. */
export type NotificationKind = "brief" | "connection" | "change";

/**
 * Functions for what the specification mentions without defining a request. A case that needs one that is missing is not
 * checked.
 */
export interface TargetControls {
  /** Restores an archived page. Specification, section 3. */
  readonly restorePage?: ((page: { brainId: string; slug: string }) => Promise<unknown>) | undefined;
  /** Approves an authorization on the platform, as its user would, and returns the parameters of the callback. Section 4.5. */
  readonly approveOAuth?: ((authorizationUrl: string) => Promise<{ code: string; state: string }>) | undefined;
  /** Calls the operation `confirmOauth`. Resolves with the id of the installation; rejects if the service does. Section 4.5. */
  readonly confirmOAuth?: ((callback: { code: string; state: string }) => Promise<string>) | undefined;
  /** Moves the clock of the service forward. */
  readonly advanceClock?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Triggers an event in a brain, and returns the ids of the bindings whose channels were notified. Section 6. */
  readonly notify?:
    | ((event: { kind: NotificationKind; brainId: string; slug: string }) => Promise<readonly string[]>)
    | undefined;
}

/** Name of a control in {@link TargetControls}. */
export type ControlName = keyof TargetControls;

/** The longest timeout of a request. */
export const longestTimeoutMs = 10 * 60 * 1000;

/** The timeout of a request by default. */
export const defaultTimeoutMs = 30_000;

/** The longest time for which the effect of a write is awaited. */
export const longestEventualMs = 60_000;

/** An implementation of the service to run the suite against. */
export interface Target {
  /** Base URL, with or without a path. */
  readonly baseUrl: string;
  /**
   * A valid API key. It is redacted in reports, unless it has fewer than eight characters: such a short one would be found in
   * ordinary words.
   */
  readonly apiKey: string;
  /**
   * Function that sends the requests.
   *
   * @default the global `fetch`
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Records that exist. */
  readonly records?: TargetRecords | undefined;
  /**
   * Whether requests may change the known records. Without it the suite sends no request that could change anything, even on
   * an implementation that checks nothing.
   *
   * @default false
   */
  readonly write?: boolean | undefined;
  /** Restores the records. Called before each case. */
  readonly reset?: (() => unknown) | undefined;
  /** Creates records for this run. Its records and controls are added to the others. */
  readonly setup?: Setup | undefined;
  /** Functions for what the specification mentions without defining a request. */
  readonly controls?: TargetControls | undefined;
  /**
   * Milliseconds for which a case repeats the check of a write's effect until it holds: a whole number from 0 to 60,000. Set
   * it if the service updates an index with a delay.
   *
   * @default 0
   */
  readonly eventual?: number | undefined;
  /**
   * Timeout of each request in milliseconds, body included: a whole number from 1 to 600,000.
   *
   * @default 30_000
   */
  readonly timeout?: number | undefined;
}
