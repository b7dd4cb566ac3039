/**
 * Records for seeds and state files, each complete with one call.
 *
 * @module @knowledge-base/server/factories
 */
import { isObject } from "@knowledge-base/internal/json";
import { showValue } from "@knowledge-base/internal/texts";
import type { Installation, StoredBinding, StoredChannel } from "./messaging/messaging-records.ts";
import type { ApiKey, Brain, Organization } from "./organizations/organization-records.ts";
import { slugify } from "./pages/page-kind.ts";
import type { StoredPage } from "./pages/stored-page.ts";
import { completeRecord } from "./state/record-kinds.ts";
import type { KindName, RecordInputs, Records, StateInput } from "./state/state.ts";

/**
 * Fields of a record, such as `Overrides<"pages">`. Omitted and undefined fields get defaults.
 *
 * @typeParam Name - name of the array of a {@link StateInput} that has such records
 */
export type Overrides<Name extends keyof Omit<StateInput, "version" | "idPosition" | "clock">> = {
  readonly [Field in keyof NonNullable<StateInput[Name]>[number]]?:
    | NonNullable<StateInput[Name]>[number][Field]
    | undefined;
};

/**
 * Returns an organization of a state. Its id is `organization`, followed by the name if one is given.
 *
 * @example
 * ```ts
 * import { organization } from "@knowledge-base/server/factories";
 *
 * console.log(organization().id); // organization
 * console.log(organization({ name: "Harbour Line" }).id); // organization_harbour-line
 * ```
 */
export function organization(overrides: Overrides<"organizations"> = {}): Organization {
  return build("organizations", ({ name }) => ({ id: deriveId("organization", name) }), overrides);
}

/**
 * Returns an API key of a state, by default an admin's key of the organization that `organization()` returns. The key itself is
 * `kb_` and the id of the organization.
 *
 * @example
 * ```ts
 * import { apiKey } from "@knowledge-base/server/factories";
 *
 * console.log(apiKey({ role: "viewer" }).key); // kb_organization
 * ```
 */
export function apiKey(overrides: Overrides<"apiKeys"> = {}): ApiKey {
  return build("apiKeys", () => ({ organizationId: "organization" }), overrides);
}

/**
 * Returns a brain of a state, by default of the organization that `organization()` returns. Its id is `brain`, followed by the
 * name if one is given.
 *
 * @example
 * ```ts
 * import { brain } from "@knowledge-base/server/factories";
 *
 * console.log(brain({ name: "Operations" }).id); // brain_operations
 * ```
 */
export function brain(overrides: Overrides<"brains"> = {}): Brain {
  return build("brains", ({ name }) => ({ id: deriveId("brain", name), organizationId: "organization" }), overrides);
}

/**
 * Returns a page of a state, by default of the brain that `brain()` returns. Slug and id are made from the title, which is
 * "Page" by default: two pages of a brain need different titles or slugs.
 *
 * @example
 * ```ts
 * import { page } from "@knowledge-base/server/factories";
 *
 * const tides = page({ title: "Tide table", status: "stale", updatedAt: new Date("2026-03-02T08:15:00Z") });
 * console.log(tides.slug, tides.updatedAt, tides.pinned); // tide-table 2026-03-02T08:15:00.000Z false
 * ```
 */
export function page(overrides: Overrides<"pages"> = {}): StoredPage {
  return build("pages", () => ({ brainId: "brain", title: "Page", tenantId: "organization" }), overrides);
}

/**
 * Returns an installation of a state, by default of the organization that `organization()` returns. Its id is `installation`,
 * followed by the name of the team if one is given.
 *
 * @example
 * ```ts
 * import { installation } from "@knowledge-base/server/factories";
 *
 * console.log(installation().teamId); // team_installation
 * ```
 */
export function installation(overrides: Overrides<"installations"> = {}): Installation {
  return build(
    "installations",
    ({ teamName }) => ({ id: deriveId("installation", teamName), organizationId: "organization" }),
    overrides,
  );
}

/**
 * Returns a channel of a state, by default the public channel `general` of the installation that `installation()` returns. Its
 * id is made from the name.
 *
 * @example
 * ```ts
 * import { channel } from "@knowledge-base/server/factories";
 *
 * console.log(channel({ name: "bridge" }).id); // channel_bridge
 * ```
 */
export function channel(overrides: Overrides<"channels"> = {}): StoredChannel {
  return build("channels", () => ({ installationId: "installation", name: "general" }), overrides);
}

/**
 * Returns an active binding of a state with all notifications on. By default it binds the channel that `channel()` returns to the
 * brain that `brain()` returns. Its team is the default team of the installation: if the installation has another team, give its
 * `teamId`. The channel name is null unless it is given.
 *
 * @example
 * ```ts
 * import { binding } from "@knowledge-base/server/factories";
 *
 * console.log(binding({ notifyBriefs: false }).notifyChanges); // true
 * ```
 */
export function binding(overrides: Overrides<"bindings"> = {}): StoredBinding {
  return build(
    "bindings",
    () => ({ brainId: "brain", installationId: "installation", channelId: "channel_general" }),
    overrides,
  );
}

// Overrides take precedence over the fields that the factory adds, and these over the defaults of a state.
function build<Name extends KindName>(
  name: Name,
  add: (overrides: Overrides<Name>) => RecordInputs[Name],
  overrides: Overrides<Name>,
): Records[Name] {
  if (!isObject(overrides)) {
    throw new TypeError(
      `Failed to make a record of ${name}: the fields must be an object (got ${showValue(overrides)}).`,
    );
  }
  const added = add(overrides);
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return completeRecord(name, { ...added, ...given } as RecordInputs[Name]);
}

function deriveId(kind: string, name: unknown): string {
  return typeof name === "string" && name !== "" ? `${kind}_${slugify(name)}` : kind;
}
