import { contract } from "@knowledge-base/types";
import type { ReceivedResponse } from "../run/received-response.ts";
import { assert, requireData } from "../run/verdict.ts";
import { type Cases, choice, required } from "./case.ts";
import { expectUnchanged, isSameJson } from "./observation.ts";
import { expectNotShown, readIndex } from "./prompt-indexes.ts";

const writes = ["bindings.update", "pages.archive", "bindings.unbind", "oauth.start"] as const;

/** Expects an unbind request to be rejected, or to report that nothing was removed: the specification permits both. */
export function expectNothingRemoved(response: ReceivedResponse): void {
  if (response.status >= 300) return response.expectRejection();
  const { status, schema } = contract["bindings.unbind"].success;
  if (response.expectSuccess(status, schema).disconnected)
    response.fail("reports that a binding was removed, which the path doesn't name");
}

/** Specification, section 5: a key is scoped to one organization. A service may reject all requests, so own ones come first. */
export const organizations: Cases = {
  "foreign-brain": required(
    "reveals nothing about a brain of another organization",
    "5",
    ["brainId", "installationId", "foreignBrainId"],
    async (service, { foreignBrainId, installationId }) => {
      await service.call("promptIndex.get");
      await service.expectRejection("promptIndex.get", { ids: { brainId: foreignBrainId } });
      await service.expectRejection("channels.list", { ids: { brainId: foreignBrainId, installationId } });
    },
  ),
  "foreign-pages": required(
    "shows no page of another organization in the prompt index",
    "5 4.4",
    ["brainId", "foreignSlug"],
    (service, { foreignSlug }) => expectNotShown(service, foreignSlug),
  ),
  "foreign-key": required(
    "reveals nothing about the brain to a key of another organization",
    "5",
    ["brainId", "installationId", "foreignBrainId", "foreignApiKey"],
    async (service, { foreignBrainId, foreignApiKey: apiKey }) => {
      await service.call("promptIndex.get", { apiKey, ids: { brainId: foreignBrainId } });
      await service.expectRejection("promptIndex.get", { apiKey });
      await service.expectRejection("channels.list", { apiKey });
    },
  ),
  "foreign-key-writes": required(
    "changes nothing in the brain for a key of another organization",
    "5",
    ["write", "brainId", "slug", "bindingId", "foreignApiKey"],
    (service, { foreignApiKey: apiKey }) =>
      expectUnchanged(service, async () => {
        for (const notifyBriefs of [true, false]) {
          await service.expectRejection("bindings.update", { apiKey, body: { notifyBriefs } });
        }
        for (const id of writes) await service.expectRejection(id, { apiKey });
      }),
  ),
  "foreign-installation": required(
    "lists no channels of an installation of another organization",
    "5",
    ["brainId", "foreignInstallationId", "foreignBrainId"],
    async (service, { foreignInstallationId: installationId, foreignBrainId }) => {
      await service.call("promptIndex.get");
      await service.expectRejection("channels.list", { ids: { installationId } });
      await service.expectRejection("channels.list", { ids: { installationId, brainId: foreignBrainId } });
    },
  ),
  "foreign-writes": required(
    "changes nothing in a brain of another organization",
    "5",
    ["write", "brainId", "foreignBrainId", "foreignSlug", "foreignBindingId"],
    async (service, { foreignBrainId: brainId, foreignSlug: slug, foreignBindingId: bindingId }) => {
      await service.call("promptIndex.get");
      await expectUnchanged(service, async () => {
        for (const id of writes) await service.expectRejection(id, { ids: { brainId, slug, bindingId } });
      });
    },
  ),
  "foreign-binding": required(
    "doesn't find a binding of another organization in the brain",
    "5",
    ["write", "brainId", "foreignBindingId"],
    async (service, { foreignBindingId: bindingId }) => {
      await service.call("promptIndex.get");
      await expectUnchanged(service, async () => {
        await service.expectRejection("bindings.update", { ids: { bindingId } });
        expectNothingRemoved(await service.send("bindings.unbind", { ids: { bindingId } }));
      });
    },
  ),
  "foreign-is-not-found": choice(
    "returns 404 for the records of another organization, as for those that don't exist",
    "5 7",
    ["brainId", "foreignBrainId", "foreignInstallationId"],
    async (service, { foreignBrainId: brainId, foreignInstallationId: installationId }) => {
      await service.expectError("promptIndex.get", 404, { ids: { brainId } });
      await service.expectError("channels.list", 404, { ids: { installationId } });
    },
  ),
};

/** Two brains of one organization. */
export const brains: Cases = {
  index: required(
    "shows each brain's own pages in its prompt index",
    "4.4 2.1",
    ["brainId", "secondBrainId"],
    async (service, { secondBrainId }) => {
      const first = await readIndex(service);
      const second = await readIndex(service, { ids: { brainId: secondBrainId } });
      requireData(first.length + second.length > 0, "a brain with a page");
      assert(!isSameJson(first, second), "the prompt indexes of two brains are equal");
    },
  ),
  "no-other-pages": required(
    "shows no page of another brain in its prompt index",
    "4.4 2.1",
    ["brainId", "secondBrainSlug"],
    (service, { secondBrainSlug }) => expectNotShown(service, secondBrainSlug),
  ),
  "page-of-another": required(
    "doesn't find a page of one brain in another",
    "4.2 2.1",
    ["write", "brainId", "secondBrainId", "secondBrainSlug"],
    (service, { secondBrainId: brainId, secondBrainSlug: slug }) =>
      expectUnchanged(service, async () => {
        await service.expectError("pages.archive", 404, { ids: { slug } });
        const others = await readIndex(service, { ids: { brainId } });
        const isShown = others.some((entry) => entry.slug === slug);
        assert(isShown, `the index of the brain ${brainId} doesn't show its page ${slug}`);
      }),
  ),
  "binding-of-another": required(
    "neither changes nor removes a binding of one brain through another",
    "2.5 4.6 4.1",
    ["write", "brainId", "bindingId", "secondBrainId"],
    async (service, { secondBrainId: brainId, bindingId }) => {
      const ids = { brainId, bindingId };
      const { notifyBriefs } = await service.call("bindings.update");
      await expectUnchanged(service, async () => {
        await service.expectRejection("bindings.update", { ids, body: { notifyBriefs: !notifyBriefs } });
        expectNothingRemoved(await service.send("bindings.unbind", { ids }));
      });
    },
  ),
};
