import type { TargetRecords } from "../target/records.ts";

const organizationId = "org_suite";
const brainId = "brain_suite";
const installationId = "installation_suite";
const secondBrainId = "brain_suite_second";
const secondInstallationId = "installation_suite_second";

/** A page of each brain that {@link suiteRecords} don't name, for connections of two pages. */
export const connectedSlug = "tide-tables";

// The 160th character takes two code units: the second is the 161st.
const longSummary = `${"Harbour ".repeat(20).slice(0, 159)}🛳️ and more.`;

const page = (slug: string, fields: object = {}) => ({ brainId, slug, title: slug, ...fields });

// With these the brain has more pages than its index shows by default.
const furtherPages = Array.from({ length: 60 }, (_, index) => page(`log-of-day-${index + 1}`));

/** Records of the organization whose API key the run uses. */
export const suiteState = {
  version: 1,
  organizations: [{ id: organizationId }],
  brains: [brainId, secondBrainId].map((id) => ({ id, organizationId })),
  pages: [
    page("harbour", {
      summary: longSummary,
      body: "See [[tide-tables]].",
      source: { channel: "chat", ref: null, label: "Harbour office" },
      sources: [{ ingestSourceId: "ingest_harbour", chunkUuids: ["4fcd2d36-a1b8-4c38-8cc0-c65254012f47"] }],
      lastReferencedAt: "2026-01-03T00:00:00.000Z",
    }),
    // Nothing but its pin ranks it first.
    page("pinned-rules", { pinned: true, lastReferencedAt: null, summary: longSummary, body: "See [[harbour]]." }),
    page(connectedSlug, { lastReferencedAt: "2026-01-02T00:00:00.000Z" }),
    page("unsummarized", { summary: "" }),
    page("quay", { pageType: "entity", lastReferencedAt: "2026-01-01T00:00:00.000Z" }),
    page("disputed-depths", { status: "contested" }),
    page("old-chart", { status: "stale" }),
    page("retired-ferry", { status: "archived", statusBeforeArchive: "active" }),
    page("paper-tickets", { status: "deprecated" }),
    ...furtherPages,
    page("plain-note"),
    page("harbour", { brainId: secondBrainId }),
    page("second-brain-page", { brainId: secondBrainId }),
    page(connectedSlug, { brainId: secondBrainId }),
  ],
  installations: [
    { id: installationId, organizationId, teamId: "team_suite" },
    { id: secondInstallationId, organizationId },
  ],
  channels: [
    { installationId, id: "channel_public", name: "public", isMember: true },
    { installationId, id: "channel_private", name: "private", isPrivate: true, isMember: true },
    { installationId, id: "channel_unjoined", name: "unjoined" },
    { installationId: secondInstallationId, id: "channel_second", name: "second" },
  ],
  bindings: [
    { id: "binding_suite", brainId, installationId, channelId: "channel_public" },
    { id: "binding_suite_second", brainId, installationId, channelId: "channel_private" },
    { id: "binding_suite_other_brain", brainId: secondBrainId, installationId, channelId: "channel_unjoined" },
    { id: "binding_suite_same_channel", brainId: secondBrainId, installationId, channelId: "channel_public" },
    { id: "binding_suite_only", brainId, installationId: secondInstallationId, channelId: "channel_second" },
    { id: "binding_suite_disabled", brainId, installationId, channelId: "channel_unjoined", status: "disabled" },
  ],
};

/** The records of {@link suiteState} that the suite may use. */
export const suiteRecords = {
  brainId,
  slug: "harbour",
  pinnedSlug: "pinned-rules",
  longSummarySlug: "harbour",
  emptySummarySlug: "unsummarized",
  plainSlug: "plain-note",
  archivedSlug: "retired-ferry",
  deprecatedSlug: "paper-tickets",
  installationId,
  secondInstallationId,
  teamId: "team_suite",
  privateChannelId: "channel_private",
  publicChannelId: "channel_public",
  memberChannelId: "channel_public",
  nonMemberChannelId: "channel_unjoined",
  hiddenChannelId: "channel_second",
  bindingId: "binding_suite",
  secondBindingId: "binding_suite_second",
  disabledBindingId: "binding_suite_disabled",
  onlyBindingId: "binding_suite_only",
  secondBrainId,
  secondBrainSlug: "second-brain-page",
  secondBrainBindingId: "binding_suite_other_brain",
  sameChannelBindingId: "binding_suite_same_channel",
} satisfies TargetRecords;

/** The records of {@link foreignState} that the suite may use. */
export const foreignRecords = {
  foreignBrainId: "brain_suite_foreign",
  foreignSlug: "foreign-page",
  foreignInstallationId: "installation_suite_foreign",
  foreignBindingId: "binding_suite_foreign",
} satisfies TargetRecords;

const foreignId = "org_suite_foreign";
const foreignChannelId = "channel_foreign";
const { foreignBrainId, foreignSlug, foreignInstallationId, foreignBindingId } = foreignRecords;
const ofForeign = { brainId: foreignBrainId, installationId: foreignInstallationId };

/** Records of another organization. */
export const foreignState = {
  version: 1,
  organizations: [{ id: foreignId }],
  brains: [{ id: foreignBrainId, organizationId: foreignId }],
  pages: [{ brainId: foreignBrainId, slug: foreignSlug, title: "Foreign page" }],
  installations: [{ id: foreignInstallationId, organizationId: foreignId }],
  channels: [{ installationId: foreignInstallationId, id: foreignChannelId, name: "foreign" }],
  bindings: [{ id: foreignBindingId, ...ofForeign, channelId: foreignChannelId }],
};
