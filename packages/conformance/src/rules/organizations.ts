import { channelBindingSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceGroup } from "../conformance-case.ts";
import { assertNotShown } from "../expectations/assert-not-shown.ts";
import { expectNothingRemoved } from "../expectations/expect-nothing-removed.ts";
import { expectOwnIndex } from "../expectations/expect-own-index.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import type { RecordIds } from "../request.ts";
import type { Service } from "../service.ts";

const changingOperations = ["bindings.update", "pages.archive", "bindings.unbind", "oauth.start"] as const;

/** Specification, section 5: a key is scoped to one organization. */
export const organizations: ConformanceGroup = {
  title: "Organizations",
  cases: {
    "foreign-brain": {
      title: "reveals nothing about a brain of another organization",
      sentences: ["5/organization"],
      level: "required",
      needs: { records: ["brainId", "foreignBrainId", "installationId"] },
      async run(service) {
        await expectOwnIndex(service);
        const ids = { brainId: service.recordId("foreignBrainId") };
        (await service.send("promptIndex.get", { ids })).expectNoSuccess();
        (await service.send("channels.list", { ids })).expectNoSuccess();
      },
    },
    "foreign-pages": {
      title: "shows no page of another organization in the prompt index",
      sentences: ["5/organization", "4.4/top-pages"],
      level: "required",
      needs: { records: ["brainId", "foreignSlug"] },
      run: (service) => assertNotShown(service, "foreignSlug"),
    },
    "foreign-key": {
      title: "reveals nothing about the brain to a key of another organization",
      sentences: ["5/organization"],
      level: "required",
      needs: { records: ["brainId", "installationId", "foreignBrainId", "foreignApiKey"] },
      async run(service) {
        const apiKey = service.recordId("foreignApiKey");
        await service.expectSuccess("promptIndex.get", {
          apiKey,
          ids: { brainId: service.recordId("foreignBrainId") },
        });
        (await service.send("promptIndex.get", { apiKey })).expectNoSuccess();
        (await service.send("channels.list", { apiKey })).expectNoSuccess();
      },
    },
    "foreign-key-writes": {
      title: "changes nothing in the brain for a key of another organization",
      sentences: ["5/organization"],
      level: "required",
      needs: { write: true, records: ["brainId", "slug", "bindingId", "foreignApiKey"] },
      async run(service) {
        const apiKey = service.recordId("foreignApiKey");
        const before = await service.expectSuccess("bindings.update");
        for (const id of changingOperations) {
          const body = id === "bindings.update" ? { notifyBriefs: !before.notifyBriefs } : undefined;
          (await service.send(id, { apiKey, ...(body && { body }) })).expectNoSuccess();
        }
        const after = await service.expectSuccess("bindings.update");
        assert(isSameRecord(channelBindingSchema, before, after), "a key of another organization changed the binding");
      },
    },
    "foreign-installation": {
      title: "lists no channels of an installation of another organization",
      sentences: ["5/organization"],
      level: "required",
      needs: { records: ["brainId", "foreignInstallationId", "foreignBrainId"] },
      async run(service) {
        await expectOwnIndex(service);
        const installationId = service.recordId("foreignInstallationId");
        const brainId = service.recordId("foreignBrainId");
        (await service.send("channels.list", { ids: { installationId } })).expectNoSuccess();
        (await service.send("channels.list", { ids: { installationId, brainId } })).expectNoSuccess();
      },
    },
    "foreign-writes": {
      title: "changes nothing in a brain of another organization",
      sentences: ["5/organization"],
      level: "required",
      needs: { write: true, records: ["brainId", "foreignBrainId", "foreignSlug", "foreignBindingId"] },
      async run(service) {
        await expectOwnIndex(service);
        const ids = foreignIds(service);
        for (const id of changingOperations) (await service.send(id, { ids })).expectNoSuccess();
      },
    },
    "foreign-binding": {
      title: "does not find a binding of another organization in the brain",
      sentences: ["5/organization"],
      level: "required",
      needs: { write: true, records: ["brainId", "foreignBindingId"] },
      async run(service) {
        await expectOwnIndex(service);
        const ids = { bindingId: service.recordId("foreignBindingId") };
        (await service.send("bindings.update", { ids })).expectNoSuccess();
        expectNothingRemoved(await service.send("bindings.unbind", { ids }));
      },
    },
    "foreign-is-not-found": {
      title: "returns 404 for the records of another organization, as for those that do not exist",
      sentences: ["5/organization", "7/404"],
      level: "choice",
      needs: { records: ["brainId", "foreignBrainId", "foreignInstallationId"] },
      async run(service) {
        const brainId = service.recordId("foreignBrainId");
        const installationId = service.recordId("foreignInstallationId");
        await service.expectError("promptIndex.get", 404, { ids: { brainId } });
        await service.expectError("channels.list", 404, { ids: { installationId } });
      },
    },
  },
};

function foreignIds(service: Service): RecordIds {
  return {
    brainId: service.recordId("foreignBrainId"),
    slug: service.recordId("foreignSlug"),
    bindingId: service.recordId("foreignBindingId"),
  };
}
