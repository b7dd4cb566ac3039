import type { ConformanceGroup } from "../conformance-case.ts";
import type { Ids } from "../request.ts";
import type { Service } from "../service.ts";

/** Specification, section 5: a key is scoped to one organization. */
export const organizations: ConformanceGroup = {
  title: "Organizations",
  cases: {
    "foreign-brain": {
      title: "shows nothing of another organization's brain",
      section: "5",
      async run(service) {
        const ids = { brainId: service.record("foreignBrainId") };
        (await service.send("promptIndex.get", { ids })).expectRefusal();
        (await service.send("channels.list", { ids })).expectRefusal();
      },
    },
    "foreign-installation": {
      title: "lists no channels of another organization's installation",
      section: "5",
      async run(service) {
        const installationId = service.record("foreignInstallationId");
        const brainId = service.record("foreignBrainId");
        (await service.send("channels.list", { ids: { installationId } })).expectRefusal();
        (await service.send("channels.list", { ids: { installationId, brainId } })).expectRefusal();
      },
    },
    "foreign-writes": {
      title: "changes nothing in another organization's brain",
      section: "5",
      async run(service) {
        const ids = foreignIds(service);
        for (const id of ["bindings.update", "pages.archive", "bindings.unbind", "oauth.start"] as const) {
          (await service.send(id, { ids })).expectRefusal();
        }
      },
    },
    "foreign-binding": {
      title: "does not find another organization's binding in a brain of its own",
      section: "5",
      async run(service) {
        const ids = { bindingId: service.record("foreignBindingId") };
        (await service.send("bindings.update", { ids })).expectRefusal();
        (await service.send("bindings.unbind", { ids })).expectRefusal();
      },
    },
    "foreign-is-not-found": {
      title: "answers 404 for the records of another organization, as for those that do not exist",
      section: "5",
      isChoice: true,
      async run(service) {
        const brainId = service.record("foreignBrainId");
        const installationId = service.record("foreignInstallationId");
        await service.refuse("promptIndex.get", 404, { ids: { brainId } });
        await service.refuse("channels.list", 404, { ids: { installationId } });
      },
    },
  },
};

function foreignIds(service: Service): Ids {
  return {
    brainId: service.record("foreignBrainId"),
    slug: service.record("foreignSlug"),
    bindingId: service.record("foreignBindingId"),
  };
}
