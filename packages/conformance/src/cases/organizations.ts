import { madeUpId, type RequestOverrides, type Service } from "../run/service.ts";
import { assert, skipUnless } from "../run/verdict.ts";
import { casesAbout, casesOf, writeOperations } from "./case.ts";
import { expectNothingRemoved } from "./helpers/bindings.ts";
import { isEqualJson } from "./helpers/compare.ts";
import { expectNoWrites, expectUnchanged } from "./helpers/observe.ts";
import { expectNotShown, readIndex, readSlugs } from "./helpers/read-index.ts";

const aboutForeign = casesAbout({ sections: ["5"], needs: ["brainId"] });
const aboutOtherBrain = casesAbout({ sections: ["4.4", "2.1"], needs: ["brainId"] });

/** Specification, section 5: a key is scoped to one organization. A service may reject all requests, so own ones come first. */
export const organizationCases = casesOf("organizations", {
  "foreign-brain": aboutForeign.required(
    "reveals nothing about a brain of another organization",
    ["foreignBrainId"],
    async (service, { foreignBrainId: brainId }) => {
      const { foreignApiKey: apiKey } = service.records;
      await service.call("promptIndex.get");
      if (apiKey !== undefined) await service.call("promptIndex.get", { apiKey, ids: { brainId } });
      await expectUnreadable(service, brainId);
    },
  ),
  "foreign-pages": aboutForeign.required("shows no page of another organization", ["foreignSlug"], (service, given) =>
    expectNotShown(service, given.foreignSlug),
  ),
  "foreign-key": aboutForeign.required(
    "reveals nothing about the brain to a key of another organization",
    ["foreignBrainId", "foreignApiKey"],
    async (service, { brainId, foreignBrainId, foreignApiKey: apiKey }) => {
      await service.call("promptIndex.get", { apiKey, ids: { brainId: foreignBrainId } });
      await expectUnreadable(service, brainId, apiKey);
    },
  ),
  concurrent: aboutForeign.required(
    "does not mix up requests of two organizations at the same time",
    ["foreignBrainId", "foreignApiKey"],
    async (service, { foreignBrainId, foreignApiKey }) => {
      const read = async (overrides: RequestOverrides) => (await readSlugs(service, overrides)).toSorted().join(", ");
      const other = { apiKey: foreignApiKey, ids: { brainId: foreignBrainId } };
      const expected = [await read({}), await read(other)];
      const pairs = Array.from({ length: 10 }, () => Promise.all([read({}), read(other)]));
      for (const pair of await Promise.all(pairs)) {
        const mixed = pair.find((slugs, index) => slugs !== expected[index]);
        assert(mixed === undefined, `ten requests at the same time got the pages ${mixed}`);
      }
    },
  ),
  "foreign-key-writes": aboutForeign.required(
    "changes nothing in the brain for a key of another organization",
    ["write", "slug", "bindingId", "foreignApiKey"],
    (service, { foreignApiKey }) => expectNoWrites(service, foreignApiKey),
  ),
  "foreign-installation": aboutForeign.required(
    "lists no channels of an installation of another organization",
    ["foreignInstallationId", "foreignBrainId"],
    async (service, { foreignInstallationId: installationId, foreignBrainId }) => {
      await service.call("promptIndex.get");
      await service.expectRejection("channels.list", { ids: { installationId } });
      await service.expectRejection("channels.list", { ids: { installationId, brainId: foreignBrainId } });
    },
  ),
  "foreign-writes": aboutForeign.required(
    "changes nothing in a brain of another organization",
    ["write", "foreignBrainId", "foreignSlug", "foreignBindingId"],
    async (service, { foreignBrainId: brainId, foreignSlug: slug, foreignBindingId: bindingId }) => {
      await service.call("promptIndex.get");
      await expectUnchanged(service, async () => {
        for (const id of writeOperations) await service.expectRejection(id, { ids: { brainId, slug, bindingId } });
      });
    },
  ),
  "foreign-binding": aboutForeign.required(
    "does not find a binding of another organization in the brain",
    ["write", "foreignBindingId"],
    async (service, { foreignBindingId: bindingId }) => {
      await service.call("promptIndex.get");
      await expectUnchanged(service, async () => {
        await service.expectRejection("bindings.update", { ids: { bindingId } });
        expectNothingRemoved(await service.send("bindings.unbind", { ids: { bindingId } }));
      });
    },
  ),
  "foreign-is-not-found": aboutForeign.choice(
    "returns 404 for the records of another organization, as for those that do not exist",
    ["foreignBrainId", "foreignInstallationId"],
    async (service, { foreignBrainId: brainId, foreignInstallationId: installationId }) => {
      await service.expectError("promptIndex.get", 404, { ids: { brainId } });
      await service.expectError("channels.list", 404, { ids: { installationId } });
    },
  ),
});

async function expectUnreadable(service: Service, brainId: string, apiKey?: string): Promise<void> {
  const { installationId = madeUpId } = service.records;
  await service.expectRejection("promptIndex.get", { apiKey, ids: { brainId } });
  await service.expectRejection("channels.list", { apiKey, ids: { brainId, installationId } });
}

/** Two brains of one organization. */
export const brainCases = casesOf("brains", {
  index: aboutOtherBrain.required(
    "shows each brain's own pages",
    ["secondBrainId"],
    async (service, { secondBrainId }) => {
      const first = await readIndex(service);
      const second = await readIndex(service, { ids: { brainId: secondBrainId } });
      skipUnless(first.length + second.length > 0, "a brain with a page");
      assert(!isEqualJson(first, second), "the prompt indexes of two brains are equal");
    },
  ),
  "no-other-pages": aboutOtherBrain.required("shows no page of another brain", ["secondBrainSlug"], (service, given) =>
    expectNotShown(service, given.secondBrainSlug),
  ),
  "page-of-another": aboutOtherBrain.required(
    "does not find a page of one brain in another",
    ["write", "secondBrainId", "secondBrainSlug"],
    (service, { secondBrainSlug: slug }) =>
      expectUnchanged(service, () => service.expectError("pages.archive", 404, { ids: { slug } })),
  ),
  "binding-of-another": casesAbout({
    sections: ["4.1", "4.6", "2.5"],
    needs: ["write", "brainId", "bindingId"],
  }).required(
    "neither changes nor removes a binding of one brain through another",
    ["secondBrainId"],
    async (service, { secondBrainId: brainId, bindingId }) => {
      const ids = { brainId, bindingId };
      const { notifyBriefs } = await service.call("bindings.update");
      await expectUnchanged(service, async () => {
        await service.expectRejection("bindings.update", { ids, body: { notifyBriefs: !notifyBriefs } });
        expectNothingRemoved(await service.send("bindings.unbind", { ids }));
      });
    },
  ),
});
