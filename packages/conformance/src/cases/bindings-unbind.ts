import { madeUpId, type Service, unknownIdLike } from "../run/service.ts";
import { assert, requireData } from "../run/verdict.ts";
import type { RecordName } from "../target/records.ts";
import { requireDisabled, updateBinding } from "./bindings-update.ts";
import { type Cases, type ConformanceCase, choice, type Need, required } from "./case.ts";
import { expectKept, expectSame, expectUnchanged, isSameJson, type Observation, observe } from "./observation.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./operation-errors.ts";
import { expectNothingRemoved } from "./organizations.ts";

const id = "bindings.unbind";
const ofBinding = ["write", "brainId", "bindingId"] as const;

/** Removes the known binding. Later calls return the result of the first. */
function unbindOnce(service: Service): Promise<{ disconnected: boolean; before: Observation; after: Observation }> {
  return service.once("unbind", async () => {
    const before = await observe(service);
    const { disconnected } = await service.call(id);
    return { disconnected, before, after: await observe(service) };
  });
}

const effects: Cases = {
  unaffected: keepsBinding("another binding of the brain", ["secondBindingId"]),
  "unaffected-disabled": keepsBinding("a disabled binding of the brain", ["disabledBindingId"]),
  "unaffected-brain": keepsBinding("a binding of another brain", ["secondBrainBindingId", "secondBrainId"]),
  "unaffected-channel": keepsBinding("a binding of the same channel", ["sameChannelBindingId", "secondBrainId"]),
  installation: required(
    "doesn't change the installation and its channels",
    "4.6 3",
    [...ofBinding, "installationId"],
    async (service) => {
      const { after, before } = await unbindOnce(service);
      const channelsOf = (seen: Observation) => [...seen].filter(([what]) => what.startsWith("the channel "));
      assert(isSameJson(channelsOf(before), channelsOf(after)), "the channels of the installation changed");
      await service.call("channels.list");
    },
  ),
  "nothing-else": required(
    "changes nothing else that can be seen",
    "4.6 3",
    ofBinding,
    async (service, { bindingId }) => {
      const { before, after } = await unbindOnce(service);
      expectSame(service, before, after, bindingId);
    },
  ),
  notifications: required(
    "ends the notifications of the channel",
    "4.6 3",
    [...ofBinding, "slug", "notify"],
    async (service, { brainId, bindingId, slug, notify }) => {
      await unbindOnce(service);
      for (const kind of ["brief", "connection", "change"] as const) {
        const isNotified = (await notify({ kind, brainId, slug })).includes(bindingId);
        assert(!isNotified, `the channel was notified of a ${kind} after its binding was removed`);
      }
    },
  ),
  "last-of-installation": required(
    "keeps an installation whose only binding is removed",
    "4.6 3",
    ["write", "brainId", "onlyBindingId", "secondInstallationId"],
    async (service, { onlyBindingId: bindingId, secondInstallationId: installationId }) => {
      const listed = await service.call("channels.list", { ids: { installationId } });
      const { disconnected } = await service.call(id, { ids: { bindingId } });
      requireData(disconnected, "an onlyBindingId that exists");
      const after = await service.call("channels.list", { ids: { installationId } });
      assert(isSameJson(listed, after), "the channels of the installation changed");
    },
  ),
  disabled: required(
    "removes a disabled binding, too",
    "4.6 3",
    ["write", "brainId", "disabledBindingId"],
    async (service, { disabledBindingId: bindingId }) => {
      requireDisabled(await updateBinding(service, bindingId));
      const { disconnected } = await service.call(id, { ids: { bindingId } });
      assert(disconnected, "the response reports that nothing was disconnected");
      await service.eventually(() => service.expectRejection("bindings.update", { ids: { bindingId } }));
    },
  ),
};

/** @param needs - the binding, and its brain if it is another one */
function keepsBinding<Name extends RecordName>(
  what: string,
  [name, ...others]: readonly [Name, ...RecordName[]],
): ConformanceCase {
  const needs: readonly Need[] = [...ofBinding, ...others, name];
  return required(`doesn't change ${what}`, "4.6 3", needs, async (service, given) => {
    const { before, after } = await unbindOnce(service);
    expectKept(before, after, given[name]);
  });
}

/** Specification, sections 3 and 4.6. Cases that keep other bindings come before those that remove them. */
export const bindingsUnbind = {
  400: malformedPathCase(id),
  401: unauthorizedCase(id),
  404: notFoundCase(id),
  "unknown-binding": required(
    "removes nothing, and doesn't report a removal, for a bindingId that doesn't exist",
    "2.8 4.6 3",
    ofBinding,
    (service, given) =>
      expectUnchanged(service, async () => {
        for (const bindingId of [unknownIdLike(given.bindingId), madeUpId])
          expectNothingRemoved(await service.send(id, { ids: { bindingId } }));
      }),
  ),
  "unknown-binding-status": choice(
    "returns 404 for a bindingId that doesn't exist",
    "7 4.6",
    ofBinding,
    (service, given) => service.expectError(id, 404, { ids: { bindingId: unknownIdLike(given.bindingId) } }),
  ),
  ...effects,
  success: required("removes the binding", "4.6 3 2.8", ofBinding, async (service) => {
    const { disconnected } = await unbindOnce(service);
    assert(disconnected, "the response reports that nothing was disconnected");
    await service.eventually(() => service.expectRejection("bindings.update"));
  }),
  again: choice("returns 404 for a binding that was removed", "4.6 7", ofBinding, async (service) => {
    await unbindOnce(service);
    await service.expectError(id, 404);
    await service.expectError("bindings.update", 404);
  }),
} satisfies Cases;
