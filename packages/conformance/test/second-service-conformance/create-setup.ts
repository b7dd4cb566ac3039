import { setTimeout } from "node:timers/promises";
import type { Setup, TargetRecords } from "@knowledge-base/conformance";
import { callAdmin } from "../second-service/records/call-admin.ts";
import type { SecondService } from "../second-service/second-service.ts";
import { createControls } from "./create-controls.ts";
import { type SuiteRecordName, suiteRecords } from "./suite-records.ts";

/** A record as the admin API returns it. */
type Created = Readonly<Record<SuiteRecordName, { readonly id: string; readonly slug: string }>>;

/**
 * Creates a setup for the suite, which calls the admin API of the service.
 *
 * @param delayMs - time after which the index shows a change
 */
export function createSetup(service: SecondService, delayMs: number): Setup {
  return async () => {
    const created = await callAdmin<Created>(service, "create-records", suiteRecords);
    const deletedApiKey = await createDeletedKey(service, created);
    await prepare(service, created);
    await setTimeout(delayMs);
    const { controls, resetClock } = createControls(service);
    const remove = async () => {
      for (const { id } of [created.organization, created.foreignOrganization]) {
        await callAdmin(service, "delete-record", { table: "organizations", id });
      }
    };
    return {
      apiKey: created.apiKey.id,
      records: { ...nameRecords(created), deletedApiKey },
      controls,
      async reset() {
        await resetClock();
        await remove();
        await callAdmin(service, "create-records", withIds(created));
        await prepare(service, created);
        await setTimeout(delayMs);
      },
      remove,
    };
  };
}

/** Edits the page, so that it has a former version, and tries to give another page the slug of one. */
async function prepare(service: SecondService, { page, brain }: Created): Promise<void> {
  await callAdmin(service, "edit-page", { id: page.id, title: suiteRecords.page.values.title });
  const twin = { table: "pages", values: { brainId: brain.id, title: suiteRecords.linkedPage.values.title } };
  await callAdmin(service, "create-records", { twin }).catch(() => undefined);
}

/** Creates a key, uses it, and deletes it. */
async function createDeletedKey(service: SecondService, { organization, brain }: Created): Promise<string> {
  const key = { table: "keys", values: { organizationId: organization.id } };
  const { id } = (await callAdmin<{ key: { id: string } }>(service, "create-records", { key })).key;
  const url = `${service.baseUrl}/v1/brains/${encodeURIComponent(brain.id)}/index`;
  await (await fetch(url, { headers: { "x-api-key": id } })).arrayBuffer();
  await callAdmin(service, "delete-record", { table: "keys", id });
  return id;
}

/** Returns the planned records with the ids that they got when they were created first. */
function withIds(created: Created): object {
  return Object.fromEntries(
    Object.entries(suiteRecords).map(([name, { table, values }]) => {
      const { id } = created[name as SuiteRecordName];
      return [name, { table, values: { ...values, id } }];
    }),
  );
}

function nameRecords(created: Created): TargetRecords {
  return {
    brainId: created.brain.id,
    slug: created.page.slug,
    pinnedSlug: created.pinnedStalePage.slug,
    longSummarySlug: created.emojiPage.slug,
    plainSlug: created.plainPage.slug,
    archivedSlug: created.archivedPage.slug,
    deprecatedSlug: created.deprecatedPage.slug,
    installationId: created.installation.id,
    secondInstallationId: created.otherInstallation.id,
    teamId: suiteRecords.installation.values.teamId,
    privateChannelId: created.privateChannel.id,
    publicChannelId: created.publicChannel.id,
    memberChannelId: created.publicChannel.id,
    nonMemberChannelId: created.notJoinedPrivateChannel.id,
    hiddenChannelId: created.invisibleChannel.id,
    bindingId: created.binding.id,
    secondBindingId: created.privateBinding.id,
    disabledBindingId: created.disabledBinding.id,
    onlyBindingId: created.otherInstallationBinding.id,
    secondBrainId: created.otherBrain.id,
    secondBrainSlug: created.secondBrainPage.slug,
    secondBrainBindingId: created.otherBrainBinding.id,
    foreignBrainId: created.foreignBrain.id,
    foreignSlug: created.foreignBrainPage.slug,
    foreignInstallationId: created.foreignInstallation.id,
    foreignBindingId: created.foreignBinding.id,
    foreignApiKey: created.foreignApiKey.id,
    memberApiKey: created.readerApiKey.id,
  };
}
