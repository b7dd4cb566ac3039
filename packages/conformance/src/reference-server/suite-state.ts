import type { TargetRecords } from "../target.ts";

const organizationId = "org_suite";
const brainId = "brain_suite";
const installationId = "installation_suite";

/** A page that {@link suiteRecords} do not name, for connections of two pages. */
export const otherSlug = "tide-tables";

/** A summary whose 160th character takes two code units, of which the second is the 161st. */
const longSummary = `${"Harbour ".repeat(20).slice(0, 159)}🛳️ and more.`;

const page = (slug: string, fields: object = {}) => ({ brainId, slug, title: slug, ...fields });

/** Records of the organization whose API key the run uses. */
export const suiteState = {
  version: 1,
  organizations: [{ id: organizationId }],
  brains: [
    { id: brainId, organizationId },
    { id: "brain_suite_second", organizationId },
  ],
  pages: [
    page("harbour", { summary: longSummary, lastReferencedAt: "2026-01-03T00:00:00.000Z" }),
    // Nothing but its pin ranks it first.
    page("pinned-rules", { pinned: true, lastReferencedAt: null }),
    page(otherSlug, { lastReferencedAt: "2026-01-02T00:00:00.000Z" }),
    page("quay", { pageType: "entity", lastReferencedAt: "2026-01-01T00:00:00.000Z" }),
    page("disputed-depths", { status: "contested" }),
    page("old-chart", { status: "stale" }),
    page("retired-ferry", { status: "archived", statusBeforeArchive: "active" }),
    page("paper-tickets", { status: "deprecated" }),
    { ...page("second-brain-page"), brainId: "brain_suite_second" },
  ],
  installations: [
    { id: installationId, organizationId },
    { id: "installation_suite_second", organizationId },
  ],
  channels: [
    { installationId, id: "channel_public", name: "public", isMember: true },
    { installationId, id: "channel_private", name: "private", isPrivate: true, isMember: true },
    { installationId, id: "channel_unjoined", name: "unjoined" },
    { installationId: "installation_suite_second", id: "channel_second", name: "second" },
  ],
  bindings: [
    { id: "binding_suite", brainId, installationId, channelId: "channel_public" },
    { id: "binding_suite_second", brainId, installationId, channelId: "channel_private" },
    { id: "binding_suite_disabled", brainId, installationId, channelId: "channel_unjoined", status: "disabled" },
  ],
};

/** The records of {@link suiteState} that the suite may use. */
export const suiteRecords = {
  brainId,
  slug: "harbour",
  archivedSlug: "retired-ferry",
  deprecatedSlug: "paper-tickets",
  installationId,
  bindingId: "binding_suite",
  secondBindingId: "binding_suite_second",
} satisfies TargetRecords;

const foreignId = "org_suite_foreign";

/** Records of another organization. */
export const foreignState = {
  version: 1,
  organizations: [{ id: foreignId }],
  brains: [{ id: "brain_suite_foreign", organizationId: foreignId }],
  pages: [{ brainId: "brain_suite_foreign", slug: "foreign-page", title: "Foreign page" }],
  installations: [{ id: "installation_suite_foreign", organizationId: foreignId }],
  channels: [{ installationId: "installation_suite_foreign", id: "channel_foreign", name: "foreign" }],
  bindings: [
    {
      id: "binding_suite_foreign",
      brainId: "brain_suite_foreign",
      installationId: "installation_suite_foreign",
      channelId: "channel_foreign",
    },
  ],
};

/** The records of {@link foreignState} that the suite may use. */
export const foreignRecords = {
  foreignBrainId: "brain_suite_foreign",
  foreignSlug: "foreign-page",
  foreignInstallationId: "installation_suite_foreign",
  foreignBindingId: "binding_suite_foreign",
} satisfies TargetRecords;
