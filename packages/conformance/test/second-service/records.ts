import type { TargetRecords } from "@knowledge-base/conformance";
import { changePage, createRecord } from "./admin.ts";
import type { Values } from "./schema.ts";
import type { SecondService } from "./service.ts";

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
  lastReferencedAt: new Date("2026-02-01T08:00:00.000Z"),
};

/** Creates the records of a run. The ones that the result doesn't name are only there to be confused with the others. */
// biome-ignore format: one record a line
export async function createSuiteRecords(service: SecondService): Promise<{ apiKey: string; records: TargetRecords }> {
  const { database, rules } = service;
  const create = (table: string, values: Values = {}) => createRecord(service, table, values);
  const ofOrganization = { organizationId: create("organizations").id };
  const ofForeignOrganization = { organizationId: create("organizations").id };
  const apiKey = create("keys", ofOrganization).id;
  const memberApiKey = create("keys", { ...ofOrganization, role: "reader" }).id;
  const foreignApiKey = create("keys", ofForeignOrganization).id;
  // The brain is the last one by time and by alphabet: a service must not take the first or the latest one instead.
  const ofSecondBrain = { brainId: create("brains", ofOrganization).id };
  const ofBrain = { brainId: create("brains", ofOrganization).id };
  const ofForeignBrain = { brainId: create("brains", ofForeignOrganization).id };
  const install = (owner: Values, teamId: string) => ({ installationId: create("installations", { ...owner, teamId }).id });
  const ofSecondInstallation = install({ ...ofOrganization, ...ofBrain }, "T2");
  const ofInstallation = install({ ...ofOrganization, ...ofBrain }, "T1");
  const ofForeignInstallation = install({ ...ofForeignOrganization, ...ofForeignBrain }, "T3");
  const general = create("channels", { ...ofInstallation, name: "general" }).id;
  const random = create("channels", { ...ofInstallation, name: "random", isMember: false }).id;
  const board = create("channels", { ...ofInstallation, name: "board", isPrivate: true }).id;
  const pay = create("channels", { ...ofInstallation, name: "pay", isPrivate: true, isMember: false }).id;
  const hidden = create("channels", { ...ofInstallation, name: "hr", isPrivate: true, isMember: false, isVisible: false }).id;
  const support = create("channels", { ...ofSecondInstallation, name: "support" }).id;
  const foreignGeneral = create("channels", { ...ofForeignInstallation, name: "general" }).id;

  const bind = (...values: Values[]) => create("bindings", Object.assign({}, ...values)).id;
  const toGeneral = { ...ofInstallation, channelId: general, channelName: "general" };
  const toSupport = { ...ofSecondInstallation, channelId: support, channelName: "support" };
  // A binding that requests aren't about comes first.
  const secondBindingId = bind(ofBrain, ofInstallation, { channelId: board, notifyBriefs: false, notifyChanges: false });
  const bindingId = bind(ofBrain, toGeneral, { notifyConnections: false });
  const disabledBindingId = bind(ofBrain, ofInstallation, { channelId: random, channelName: "random" });
  const onlyBindingId = bind(ofBrain, toSupport, { notifyBriefs: false, notifyConnections: false });
  const secondBrainBindingId = bind(ofSecondBrain, toGeneral);
  const foreignBindingId = bind(ofForeignBrain, ofForeignInstallation, { channelId: foreignGeneral });

  // A page that was created and changed on a day of March.
  const page = (title: string, day: number, values: Values = {}) => {
    const at = new Date(Date.UTC(2026, 2, day, 12));
    return create("pages", { ...ofBrain, title, createdAt: at, updatedAt: at, lastCompiledAt: at, ...values });
  };
  // The pinned pages were changed before all others, created first or last, and are neither first nor last by title, so
  // that only their pin can put them first.
  const overview = page("Overview", 20, content);
  const { slug: plainSlug } = page("Zebra", 28, { embedding: [] });
  page("Meeting notes", 3, { pinned: true });
  const pinnedBody = { body: "See [[overview]].", backlinks: ["overview"] };
  const { slug: pinnedSlug } = page("Plans", 2, { pinned: true, status: "stale", ...pinnedBody });
  const { slug: emptySummarySlug } = page("Blank", 19, { summary: "" });
  const letters = page("Letters", 21, { summary: long });
  const { slug: longSummarySlug } = page("Émojis", 22, { summary: "👩‍🚀 Zürich – naïve café 東京 🚀 ".repeat(12) });
  const prices = page("Old prices", 23, { status: "stale" });
  page("Claims", 24, { status: "contested" });
  const { slug: deprecatedSlug } = page("Fax", 29, { status: "deprecated" });
  const { slug: archivedSlug } = page("Telex", 30, { archived: true, status: "archived" });
  page("Names", 1, { pinned: true, status: "contested" });
  page("Glossary", 4, { pinned: true, summary: `${long}é` });
  // Pages of other brains with the slug of `overview`.
  page("Overview", 5, ofSecondBrain);
  page("Overview", 6, ofForeignBrain);
  create("connections", { fromPageId: overview.id, toPageId: letters.id });
  create("connections", { fromPageId: prices.id, toPageId: overview.id, strength: 0.4 });
  // The body of `overview` has a wikilink to it.
  create("pages", { ...ofBrain, title: "Roadmap" });
  const { slug: secondBrainSlug } = create("pages", { ...ofSecondBrain, title: "Second brain" });
  const { slug: foreignSlug } = create("pages", { ...ofForeignBrain, title: "Foreign brain" });

  const deletedApiKey = create("keys", ofOrganization).id;
  const index = `${service.baseUrl}/v1/brains/${encodeURIComponent(ofBrain.brainId)}/index`;
  await (await service.fetch(index, { headers: { "x-api-key": deletedApiKey } })).arrayBuffer();
  database.run("DELETE FROM keys WHERE id = :id", { id: deletedApiKey });
  database.run(rules.setBindingStatus, { id: disabledBindingId, status: "disabled" });
  // The page gets a former version.
  changePage(service, rules.edit, { ...ofBrain, slug: overview.slug }, { title: "Overview" });
  try {
    create("pages", { ...ofBrain, title: "Roadmap" });
  } catch {
    // The slug of this title is in use.
  }
  return {
    apiKey,
    records: {
      memberApiKey, foreignApiKey, deletedApiKey,
      ...ofBrain, secondBrainId: ofSecondBrain.brainId, foreignBrainId: ofForeignBrain.brainId,
      ...ofInstallation, teamId: "T1",
      secondInstallationId: ofSecondInstallation.installationId,
      foreignInstallationId: ofForeignInstallation.installationId,
      publicChannelId: general, memberChannelId: general, privateChannelId: board, nonMemberChannelId: pay, hiddenChannelId: hidden,
      bindingId, secondBindingId, disabledBindingId, onlyBindingId, secondBrainBindingId, foreignBindingId,
      sameChannelBindingId: secondBrainBindingId,
      slug: overview.slug, plainSlug, pinnedSlug, emptySummarySlug, longSummarySlug, deprecatedSlug, archivedSlug,
      secondBrainSlug, foreignSlug,
    },
  };
}
