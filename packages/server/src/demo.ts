/**
 * A seed with realistic content of two companies.
 *
 * @module @knowledge-base/server/demo
 */
import { checkOptions, failTo, type OptionRules, oneOfRule } from "@knowledge-base/internal/options";
import { createRandom } from "./basics/random.ts";
import { copyPlain } from "./basics/values.ts";
import pages from "./demo-pages.json" with { type: "json" };
import type { Installation, StoredBinding, StoredChannel } from "./messaging/messaging-records.ts";
import type { Brain, Organization } from "./organizations/organization-records.ts";
import type { StoredPage } from "./pages/stored-page.ts";
import { completeRecord } from "./state/record-kinds.ts";
import type { State } from "./state/state.ts";

// An organization with all of its records but the pages.
interface Company extends Organization {
  readonly apiKey: string;
  readonly brains: readonly Omit<Brain, "organizationId">[];
  readonly installation: Omit<Installation, "organizationId">;
  readonly channels: readonly Omit<StoredChannel, "installationId">[];
  readonly bindings: readonly (Partial<StoredBinding> & Record<"brainId" | "channelId" | "channelName", string>)[];
}

const companies: readonly Company[] = [
  {
    id: "org_harbour_line",
    name: "Harbour Line Ferries",
    apiKey: "kb_demo_harbour_line",
    brains: [
      { id: "brain_operations", name: "Operations" },
      { id: "brain_guest_services", name: "Guest services" },
    ],
    installation: { id: "installation_harbour_line", teamId: "T0HARBOUR", teamName: "Harbour Line" },
    channels: [
      { id: "C01BRIDGE", name: "bridge", isPrivate: false, isMember: true },
      { id: "C02YARD", name: "yard", isPrivate: false, isMember: true },
      { id: "C03TICKETS", name: "ticket-office", isPrivate: false, isMember: true },
      { id: "C04WEATHER", name: "weather-watch", isPrivate: false, isMember: false },
      { id: "G05BOARD", name: "board", isPrivate: true, isMember: true },
    ],
    bindings: [
      { brainId: "brain_operations", channelId: "C01BRIDGE", channelName: "bridge", notifyConnections: false },
      { brainId: "brain_operations", channelId: "C02YARD", channelName: "yard", status: "disabled" },
      { brainId: "brain_guest_services", channelId: "C03TICKETS", channelName: "ticket-office", notifyBriefs: false },
    ],
  },
  {
    id: "org_alder_street",
    name: "Alder Street Bakery",
    apiKey: "kb_demo_alder_street",
    brains: [{ id: "brain_recipes", name: "Recipes" }],
    installation: { id: "installation_alder_street", teamId: "T0ALDER", teamName: "Alder Street" },
    channels: [
      { id: "C01BAKEHOUSE", name: "bakehouse", isPrivate: false, isMember: true },
      { id: "C02SHOP", name: "shop", isPrivate: false, isMember: false },
    ],
    bindings: [{ brainId: "brain_recipes", channelId: "C01BAKEHOUSE", channelName: "bakehouse" }],
  },
];

// A page as a file of `packages/server/demo-pages` describes it. The other fields are derived, or have defaults.
type DemoPage = Pick<StoredPage, "brainId" | "slug" | "title" | "summary" | "body" | "createdAt"> &
  Partial<StoredPage> & { readonly ingestSources: readonly string[] };

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
 * @see [Create records](../../../docs/guides/test-your-code.md#create-records)
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
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * console.log(control.brains.list().map(({ id }) => id).join()); // brain_operations,brain_guest_services
 * ```
 */
export function demoSeed(options: DemoSeedOptions = {}): State {
  checkOptions(failTo("create the demo seed"), options, optionRules);
  const { organizationId } = options;
  const chosen = companies.filter(({ id }) => organizationId === undefined || organizationId === id);
  return {
    version: 1,
    organizations: chosen.map(({ id, name }) => ({ id, name })),
    apiKeys: chosen.map(({ id, apiKey }) => ({ key: apiKey, organizationId: id, role: "admin" })),
    brains: chosen.flatMap(({ id, brains }) => brains.map((brain) => ({ ...brain, organizationId: id }))),
    pages: chosen.flatMap(pagesOf),
    installations: chosen.map(({ id, installation }) => ({ ...installation, organizationId: id })),
    channels: chosen.flatMap(({ installation, channels }) =>
      channels.map((channel) => ({ installationId: installation.id, ...channel })),
    ),
    bindings: chosen.flatMap(bindingsOf),
  };
}

const optionRules: OptionRules<DemoSeedOptions> = { organizationId: oneOfRule(companies.map(({ id }) => id)) };

function bindingsOf({ installation, bindings }: Company): StoredBinding[] {
  return bindings.map((binding) =>
    completeRecord("bindings", {
      id: `binding_${binding.channelName.replaceAll("-", "_")}`,
      installationId: installation.id,
      teamId: installation.teamId,
      createdAt: "2026-03-02T09:30:00.000Z",
      ...binding,
    }),
  );
}

function pagesOf({ brains }: Company): StoredPage[] {
  return copyPlain(brains.flatMap(({ id }) => storedPages.filter(({ brainId }) => brainId === id)));
}

function toStoredPage({ ingestSources, ...page }: DemoPage, organizationId: string): StoredPage {
  const { brainId, slug, title, summary, body, createdAt, status } = page;
  return completeRecord("pages", {
    bucketSource: "auto",
    ...(status === "archived" && { statusBeforeArchive: "active" }),
    ...page,
    id: `page_${slug.replaceAll("-", "_")}`,
    tenantId: organizationId.replace("org", "tenant"),
    subjectId: brainId.replace("brain", "subject"),
    sources: ingestSources.map((ingestSourceId) => ({
      ingestSourceId,
      chunkUuids: [1, 2].map((number) => uuid(`${ingestSourceId} ${number} ${slug}`)),
      attachedAt: createdAt,
    })),
    embedding: embed(`${title} ${summary} ${body}`),
  });
}

function uuid(randomSeed: string): string {
  const random = createRandom(randomSeed);
  const digits = Array.from({ length: 4 }, () => random.next().toString(16).padStart(8, "0")).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

const dimensions = 1536;
const dimensionsPerWord = 8;
const wordWeight = 4;

// Texts with the same words have similar vectors.
function embed(text: string): number[] {
  const noise = createRandom(text);
  const vector = Array.from({ length: dimensions }, () => toSignedUnit(noise.next()));
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const random = createRandom(word);
    for (let count = 0; count < dimensionsPerWord; count += 1) {
      const dimension = random.next() % dimensions;
      vector[dimension] = (vector[dimension] as number) + wordWeight * toSignedUnit(random.next());
    }
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => Number((value / length).toFixed(6)) || 0);
}

function toSignedUnit(number: number): number {
  return number / 2 ** 31 - 1;
}

// Their embeddings take too long for each call.
const storedPages = companies.flatMap(({ id, brains }) =>
  (pages as readonly DemoPage[])
    .filter(({ brainId }) => brains.some((brain) => brain.id === brainId))
    .map((page) => toStoredPage(page, id)),
);
