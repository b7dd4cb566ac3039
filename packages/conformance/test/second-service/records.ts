import type { PlannedRecord } from "./admin.ts";

type Names = Readonly<Record<string, unknown>>;

const ofOrganization = { organizationId: "$organization" };
const ofForeignOrganization = { organizationId: "$foreignOrganization" };
const ofBrain = { brainId: "$brainId" };
const ofInstallation = { installationId: "$installationId" };
const bound = { ...ofBrain, ...ofInstallation };

const record =
  (table: string) =>
  (values: Names): PlannedRecord => ({ table, values });
const key = record("keys");
const brain = record("brains");
const installation = record("installations");
const channel = record("channels");
const binding = record("bindings");
const connection = record("connections");

/** A page that was created and changed on a day of March. */
function page(title: string, day: number, values: Names = {}): PlannedRecord {
  const time = `2026-03-${String(day).padStart(2, "0")}T12:00:00.000Z`;
  const times = { createdAt: time, updatedAt: time, lastCompiledAt: time };
  return { table: "pages", values: { ...ofBrain, title, ...times, ...values } };
}

const long = "A long summary tells far more than a prompt needs, sentence after sentence. ".repeat(3);

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
 * in `Id`, `slug` or `ApiKey` are those of the suite; the others are only there to be confused with them.
 */
export const plannedRecords = {
  organization: { table: "organizations", values: {} },
  foreignOrganization: { table: "organizations", values: {} },
  apiKey: key(ofOrganization),
  memberApiKey: key({ ...ofOrganization, role: "reader" }),
  foreignApiKey: key(ofForeignOrganization),
  // The brain is the last one by time and by alphabet: a service must not take the first or the latest one instead.
  secondBrainId: brain(ofOrganization),
  brainId: brain(ofOrganization),
  foreignBrainId: brain(ofForeignOrganization),
  secondInstallationId: installation({ ...ofOrganization, ...ofBrain, teamId: "T2" }),
  installationId: installation({ ...ofOrganization, ...ofBrain, teamId: "T1" }),
  foreignInstallationId: installation({ ...ofForeignOrganization, brainId: "$foreignBrainId", teamId: "T3" }),
  publicChannelId: channel({ ...ofInstallation, name: "general" }),
  notJoinedChannel: channel({ ...ofInstallation, name: "random", isMember: false }),
  privateChannelId: channel({ ...ofInstallation, name: "board", isPrivate: true }),
  nonMemberChannelId: channel({ ...ofInstallation, name: "pay", isPrivate: true, isMember: false }),
  hiddenChannelId: channel({ ...ofInstallation, name: "hr", isPrivate: true, isMember: false, isVisible: false }),
  otherChannel: channel({ installationId: "$secondInstallationId", name: "support" }),
  foreignChannel: channel({ installationId: "$foreignInstallationId", name: "general" }),
  // The first binding is not the one that requests are about.
  secondBindingId: binding({ ...bound, channelId: "$privateChannelId", notifyBriefs: false, notifyChanges: false }),
  bindingId: binding({
    ...bound,
    channelId: "$publicChannelId",
    channelName: "general",
    notifyConnections: false,
  }),
  disabledBindingId: binding({ ...bound, channelId: "$notJoinedChannel", channelName: "random" }),
  onlyBindingId: binding({
    ...ofBrain,
    installationId: "$secondInstallationId",
    channelId: "$otherChannel",
    channelName: "support",
    notifyBriefs: false,
    notifyConnections: false,
  }),
  secondBrainBindingId: binding({
    ...ofInstallation,
    brainId: "$secondBrainId",
    channelId: "$publicChannelId",
    channelName: "general",
  }),
  foreignBindingId: binding({
    brainId: "$foreignBrainId",
    installationId: "$foreignInstallationId",
    channelId: "$foreignChannel",
  }),
  // The pinned pages were changed before all others, created first or last, and are neither first nor last by title, so
  // that only their pin can put them first.
  slug: page("Overview", 20, content),
  plainSlug: page("Zebra", 28, { embedding: [] }),
  pinnedPage: page("Meeting notes", 3, { pinned: true }),
  pinnedSlug: page("Plans", 2, { pinned: true, status: "stale" }),
  longPage: page("Letters", 21, { summary: long }),
  longSummarySlug: page("Émojis", 22, { summary: "👩‍🚀 Zürich – naïve café 東京 🚀 ".repeat(12) }),
  stalePage: page("Old prices", 23, { status: "stale" }),
  contestedPage: page("Claims", 24, { status: "contested" }),
  deprecatedSlug: page("Fax", 29, { status: "deprecated" }),
  archivedSlug: page("Telex", 30, { archived: true, status: "archived" }),
  pinnedContestedPage: page("Names", 1, { pinned: true, status: "contested" }),
  pinnedLongPage: page("Glossary", 4, { pinned: true, summary: `${long}é` }),
  // The same slug as that of `slug`, in other brains.
  otherBrainPage: page("Overview", 5, { brainId: "$secondBrainId" }),
  foreignPage: page("Overview", 6, { brainId: "$foreignBrainId" }),
  connection: connection({ fromPageId: "$slug", toPageId: "$longPage" }),
  secondConnection: connection({ fromPageId: "$stalePage", toPageId: "$slug", strength: 0.4 }),
  // The body of `slug` has a wikilink to it.
  linkedPage: { table: "pages", values: { ...ofBrain, title: "Roadmap" } },
  secondBrainSlug: { table: "pages", values: { brainId: "$secondBrainId", title: "Second brain" } },
  foreignSlug: { table: "pages", values: { brainId: "$foreignBrainId", title: "Foreign brain" } },
} satisfies Readonly<Record<string, PlannedRecord>>;
