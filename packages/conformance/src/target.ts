import type { ContractEntry, OperationId, PathParamName } from "@knowledge-base/types";
import { type Check, textCheck } from "./field-checks.ts";

/**
 * Records that exist in an implementation, as far as they are known. All but the foreign ones belong to the organization
 * of the API key. What needs a record that is not named is not checked.
 */
export interface TargetRecords {
  /** A brain. Nearly everything needs one. */
  readonly brainId?: string | undefined;
  /** A page of the brain that its prompt index shows. With `write` it is archived. */
  readonly slug?: string | undefined;
  /** An archived page of the brain. */
  readonly archivedSlug?: string | undefined;
  /** A deprecated page of the brain. */
  readonly deprecatedSlug?: string | undefined;
  /** An installation whose channels can be listed. */
  readonly installationId?: string | undefined;
  /** An active binding of the brain. With `write` its flags change and come back, and in the end it is removed. */
  readonly bindingId?: string | undefined;
  /** Another binding of the brain, which has to survive that. */
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

/** Name of a record that an implementation may have. */
export type RecordName = keyof TargetRecords;

type PathParameter = PathParamName<ContractEntry<OperationId>["path"]>;

/** What the id of each record must be. */
export const recordChecks = {
  brainId: textCheck,
  slug: textCheck,
  archivedSlug: textCheck,
  deprecatedSlug: textCheck,
  installationId: textCheck,
  bindingId: textCheck,
  secondBindingId: textCheck,
  foreignBrainId: textCheck,
  foreignSlug: textCheck,
  foreignInstallationId: textCheck,
  foreignBindingId: textCheck,
} as const satisfies Record<RecordName | PathParameter, Check>;

/** Whether a text is the name of a record. */
export function isRecordName(name: string): name is RecordName {
  return Object.hasOwn(recordChecks, name);
}

/** A kind of notification. Specification, section 6. */
export type NotificationKind = "brief" | "connection" | "change";

/**
 * What the service does by ways that the specification names without showing them. What needs one that is not given is
 * not checked.
 */
export interface TargetControls {
  /** Restores an archived page. Specification, section 3. */
  readonly restorePage?: ((page: { brainId: string; slug: string }) => Promise<unknown>) | undefined;
  /** Approves an authorization on the platform, as its user would, and gives what the callback brings. Section 4.5. */
  readonly approveOAuth?: ((authorizationUrl: string) => Promise<{ code: string; state: string }>) | undefined;
  /** The operation `confirmOauth`: gives the id of the installation, and rejects where it refuses. Section 4.5. */
  readonly confirmOAuth?: ((callback: { code: string; state: string }) => Promise<string>) | undefined;
  /** Moves the time of the service forward. */
  readonly advanceClock?: ((milliseconds: number) => Promise<unknown>) | undefined;
  /** Makes something happen in a brain, and gives the ids of the bindings whose channels were notified. Section 6. */
  readonly notify?:
    | ((event: { kind: NotificationKind; brainId: string; slug: string }) => Promise<readonly string[]>)
    | undefined;
}

/** What a timeout can be at most. */
export const longestTimeoutMs = 10 * 60 * 1000;

/** An implementation of the service, and what the suite needs to know about it. */
export interface Target {
  /** Base URL, with or without a path. */
  readonly baseUrl: string;
  /**
   * A valid API key. It appears in no report, unless it has fewer than eight characters: so short a one would be found in
   * ordinary words.
   */
  readonly apiKey: string;
  /**
   * What sends requests.
   *
   * @default the global `fetch`
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Records that exist. */
  readonly records?: TargetRecords | undefined;
  /**
   * Whether requests may change the known records. Without it no request is sent that could change anything, even on an
   * implementation that does everything wrong.
   *
   * @default false
   */
  readonly write?: boolean | undefined;
  /** Brings the records back. Called before each case, where it is given. */
  readonly reset?: (() => unknown) | undefined;
  /** What the specification names without showing it. */
  readonly controls?: TargetControls | undefined;
  /**
   * Milliseconds within which each answer must come: a whole number from 1 to 600,000.
   *
   * @default 30_000
   */
  readonly timeout?: number | undefined;
}
