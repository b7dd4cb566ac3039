import { type OptionRules, oneOfRule } from "@knowledge-base/types/internal";
import { findOptionsError } from "../find-options-error.ts";
import type { State, StoredBinding } from "../store/state.ts";
import { copyPart } from "./copy-part.ts";
import type { DemoBrain, DemoPage } from "./demo-page.ts";
import { briefs } from "./pages/briefs.ts";
import { decisions } from "./pages/decisions.ts";
import { entities } from "./pages/entities.ts";
import { guestServices } from "./pages/guest-services.ts";
import { projects } from "./pages/projects.ts";
import { recipes } from "./pages/recipes.ts";
import { sources } from "./pages/sources.ts";
import { topics } from "./pages/topics.ts";
import { toStoredPage } from "./to-stored-page.ts";

const ferries = {
  organizationId: "org_harbour_line",
  installationId: "installation_harbour_line",
  teamId: "T0HARBOUR",
};
const bakery = { organizationId: "org_alder_street", installationId: "installation_alder_street", teamId: "T0ALDER" };

/**
 * Options of {@link demoSeed}.
 *
 * @example
 * ```ts
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { brains } = demoSeed({ organizationId: "org_alder_street" });
 * console.log(brains?.length); // 1
 * ```
 *
 * @see [Test data](../../../../docs/guides/test-data.md)
 */
export interface DemoSeedOptions {
  /**
   * Organization whose records are returned: `org_harbour_line` or `org_alder_street`.
   *
   * @default both
   */
  readonly organizationId?: string | undefined;
}

/**
 * Returns a state with two organizations: a harbour ferry operator with two brains of 34 and 3 pages, and a bakery with one
 * brain of 4 pages. Pages of every type, bucket and status link to each other; each organization has an installation with
 * channels, some of them bound. Each call returns new objects.
 *
 * @throws TypeError if there is no such organization or an option is unknown
 *
 * | records | ids |
 * |---|---|
 * | API keys | `kb_demo_harbour_line`, `kb_demo_alder_street` |
 * | brains | `brain_operations`, `brain_guest_services`; `brain_recipes` |
 * | installations | `installation_harbour_line`; `installation_alder_street` |
 * | bindings | `binding_bridge`, `binding_yard`, `binding_ticket_office`; `binding_bakehouse` |
 */
export function demoSeed(options: DemoSeedOptions = {}): State {
  const error = findOptionsError("create the demo seed", options, optionRules);
  if (error) throw error;
  demoState ??= createDemoState();
  return copyPart(demoState, options.organizationId);
}

const optionRules: OptionRules<DemoSeedOptions> = {
  organizationId: oneOfRule([ferries.organizationId, bakery.organizationId]),
};

let demoState: Required<State> | undefined;

function createDemoState(): Required<State> {
  return {
    version: 1,
    organizations: [
      { id: ferries.organizationId, name: "Harbour Line Ferries" },
      { id: bakery.organizationId, name: "Alder Street Bakery" },
    ],
    apiKeys: [
      { key: "kb_demo_harbour_line", organizationId: ferries.organizationId, role: "admin" },
      { key: "kb_demo_alder_street", organizationId: bakery.organizationId, role: "admin" },
    ],
    brains: [
      { id: "brain_operations", organizationId: ferries.organizationId, name: "Operations" },
      { id: "brain_guest_services", organizationId: ferries.organizationId, name: "Guest services" },
      { id: "brain_recipes", organizationId: bakery.organizationId, name: "Recipes" },
    ],
    pages: [
      ...pagesOf({ id: "brain_operations", tenantId: "tenant_harbour_line", subjectId: "subject_operations" }, [
        ...sources,
        ...topics,
        ...entities,
        ...projects,
        ...decisions,
        ...briefs,
      ]),
      ...pagesOf(
        { id: "brain_guest_services", tenantId: "tenant_harbour_line", subjectId: "subject_guest_services" },
        guestServices,
      ),
      ...pagesOf({ id: "brain_recipes", tenantId: "tenant_alder_street", subjectId: "subject_recipes" }, recipes),
    ],
    installations: [
      {
        id: ferries.installationId,
        organizationId: ferries.organizationId,
        teamId: ferries.teamId,
        teamName: "Harbour Line",
      },
      {
        id: bakery.installationId,
        organizationId: bakery.organizationId,
        teamId: bakery.teamId,
        teamName: "Alder Street",
      },
    ],
    channels: [
      { installationId: ferries.installationId, id: "C01BRIDGE", name: "bridge", isPrivate: false, isMember: true },
      { installationId: ferries.installationId, id: "C02YARD", name: "yard", isPrivate: false, isMember: true },
      {
        installationId: ferries.installationId,
        id: "C03TICKETS",
        name: "ticket-office",
        isPrivate: false,
        isMember: true,
      },
      {
        installationId: ferries.installationId,
        id: "C04WEATHER",
        name: "weather-watch",
        isPrivate: false,
        isMember: false,
      },
      { installationId: ferries.installationId, id: "G05BOARD", name: "board", isPrivate: true, isMember: true },
      {
        installationId: bakery.installationId,
        id: "C01BAKEHOUSE",
        name: "bakehouse",
        isPrivate: false,
        isMember: true,
      },
      { installationId: bakery.installationId, id: "C02SHOP", name: "shop", isPrivate: false, isMember: false },
    ],
    bindings: [
      bind(ferries, "bridge", "C01BRIDGE", "brain_operations", { notifyConnections: false }),
      bind(ferries, "yard", "C02YARD", "brain_operations", { status: "disabled" }),
      bind(ferries, "ticket-office", "C03TICKETS", "brain_guest_services", { notifyBriefs: false }),
      bind(bakery, "bakehouse", "C01BAKEHOUSE", "brain_recipes", {}),
    ],
  };
}

function pagesOf(brain: DemoBrain, pages: readonly DemoPage[]) {
  return pages.map((page) => toStoredPage(brain, page));
}

function bind(
  { installationId, teamId }: { installationId: string; teamId: string },
  channelName: string,
  channelId: string,
  brainId: string,
  changes: Partial<StoredBinding>,
): StoredBinding {
  return {
    id: `binding_${channelName.replaceAll("-", "_")}`,
    brainId,
    installationId,
    teamId,
    channelId,
    channelName,
    status: "active",
    notifyBriefs: true,
    notifyConnections: true,
    notifyChanges: true,
    createdAt: "2026-03-02T09:30:00.000Z",
    ...changes,
  };
}
