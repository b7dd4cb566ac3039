import type { PlannedRecord } from "./admin.ts";
import type { Values } from "./schema.ts";

const ofOrganization = { organizationId: "$organization" };
const ofForeignOrganization = { organizationId: "$foreignOrganization" };
const ofBrain = { brainId: "$brainId" };
const ofInstallation = { installationId: "$installationId" };
const ofForeignInstallation = { installationId: "$foreignInstallationId" };
const bound = { ...ofBrain, ...ofInstallation };
const toSupport = { installationId: "$secondInstallationId", channelId: "$otherChannel", channelName: "support" };
const toGeneral = { channelId: "$publicChannelId", channelName: "general" };

// A page that was created and changed on a day of March.
function page(title: string, day: number, values: Values = {}): PlannedRecord {
  const time = `2026-03-${String(day).padStart(2, "0")}T12:00:00.000Z`;
  const times = { createdAt: time, updatedAt: time, lastCompiledAt: time };
  return ["pages", { ...ofBrain, title, ...times, ...values }];
}

const long = "A long summary tells far more than a prompt needs, sentence after sentence. ".repeat(3);

// biome-ignore format: one row a line
const content = {
  source: { channel: "agent", ref: "agent-7", label: "Research agent" },
  sources: [
    { ingestSourceId: "ingest-1", chunkUuids: ["3f0c", "9b1d"], attachedAt: "2026-01-01T08:00:00.000Z" },
    { ingestSourceId: "ingest-2", chunkUuids: [], attachedAt: "2026-01-02T08:00:00.000Z" },
  ],
  body: "# Overview\n\nSee [[roadmap]] and [[team]].",
  entities: ["Ada", "Grace"],
  backlinks: ["roadmap", "team"],
  embedding: Array.from({ length: 2100 }, (_, index) => (index % 9) / 8),
  pageType: "project",
  bucket: "projects",
  bucketSource: "user",
  version: 3,
  lastReferencedAt: "2026-02-01T08:00:00.000Z",
};

/**
 * Records for a run, in the order in which they are created. `"$brainId"` is the id of the record `brainId`. Names that end
 * in `Id`, `slug` or `ApiKey` are names of the suite; the other records are only there to be confused with these.
 */
// biome-ignore format: one row a line
export const plannedRecords = {
  organization: ["organizations", {}],
  foreignOrganization: ["organizations", {}],
  apiKey: ["keys", ofOrganization],
  memberApiKey: ["keys", { ...ofOrganization, role: "reader" }],
  foreignApiKey: ["keys", ofForeignOrganization],
  // The brain is the last one by time and by alphabet: a service must not take the first or the latest one instead.
  secondBrainId: ["brains", ofOrganization],
  brainId: ["brains", ofOrganization],
  foreignBrainId: ["brains", ofForeignOrganization],
  secondInstallationId: ["installations", { ...ofOrganization, ...ofBrain, teamId: "T2" }],
  installationId: ["installations", { ...ofOrganization, ...ofBrain, teamId: "T1" }],
  foreignInstallationId: ["installations", { ...ofForeignOrganization, brainId: "$foreignBrainId", teamId: "T3" }],
  publicChannelId: ["channels", { ...ofInstallation, name: "general" }],
  notJoinedChannel: ["channels", { ...ofInstallation, name: "random", isMember: false }],
  privateChannelId: ["channels", { ...ofInstallation, name: "board", isPrivate: true }],
  nonMemberChannelId: ["channels", { ...ofInstallation, name: "pay", isPrivate: true, isMember: false }],
  hiddenChannelId: ["channels", { ...ofInstallation, name: "hr", isPrivate: true, isMember: false, isVisible: false }],
  otherChannel: ["channels", { installationId: "$secondInstallationId", name: "support" }],
  foreignChannel: ["channels", { ...ofForeignInstallation, name: "general" }],
  // A binding that requests are not about comes first.
  secondBindingId: ["bindings", { ...bound, channelId: "$privateChannelId", notifyBriefs: false, notifyChanges: false }],
  bindingId: ["bindings", { ...bound, ...toGeneral, notifyConnections: false }],
  disabledBindingId: ["bindings", { ...bound, channelId: "$notJoinedChannel", channelName: "random" }],
  onlyBindingId: ["bindings", { ...ofBrain, ...toSupport, notifyBriefs: false, notifyConnections: false }],
  secondBrainBindingId: ["bindings", { ...ofInstallation, ...toGeneral, brainId: "$secondBrainId" }],
  foreignBindingId: ["bindings", { ...ofForeignInstallation, brainId: "$foreignBrainId", channelId: "$foreignChannel" }],
  // The pinned pages were changed before all others, created first or last, and are neither first nor last by title, so
  // that only their pin can put them first.
  slug: page("Overview", 20, content),
  plainSlug: page("Zebra", 28, { embedding: [] }),
  pinnedPage: page("Meeting notes", 3, { pinned: true }),
  pinnedSlug: page("Plans", 2, { pinned: true, status: "stale", body: "See [[overview]].", backlinks: ["overview"] }),
  emptySummarySlug: page("Blank", 19, { summary: "" }),
  longPage: page("Letters", 21, { summary: long }),
  longSummarySlug: page("Émojis", 22, { summary: "👩‍🚀 Zürich – naïve café 東京 🚀 ".repeat(12) }),
  stalePage: page("Old prices", 23, { status: "stale" }),
  contestedPage: page("Claims", 24, { status: "contested" }),
  deprecatedSlug: page("Fax", 29, { status: "deprecated" }),
  archivedSlug: page("Telex", 30, { archived: true, status: "archived" }),
  pinnedContestedPage: page("Names", 1, { pinned: true, status: "contested" }),
  pinnedLongPage: page("Glossary", 4, { pinned: true, summary: `${long}é` }),
  // Pages of other brains with the slug of `slug`.
  otherBrainPage: page("Overview", 5, { brainId: "$secondBrainId" }),
  foreignPage: page("Overview", 6, { brainId: "$foreignBrainId" }),
  connection: ["connections", { fromPageId: "$slug", toPageId: "$longPage" }],
  secondConnection: ["connections", { fromPageId: "$stalePage", toPageId: "$slug", strength: 0.4 }],
  // The body of `slug` has a wikilink to it.
  linkedPage: ["pages", { ...ofBrain, title: "Roadmap" }],
  secondBrainSlug: ["pages", { brainId: "$secondBrainId", title: "Second brain" }],
  foreignSlug: ["pages", { brainId: "$foreignBrainId", title: "Foreign brain" }],
} satisfies Readonly<Record<string, PlannedRecord>>;
