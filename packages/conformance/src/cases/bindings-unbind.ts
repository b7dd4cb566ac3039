import type { Disconnect } from "@knowledge-base/types";
import { madeUpId, type Service, unknownIdLike } from "../run/service.ts";
import { assert, skipUnless } from "../run/verdict.ts";
import type { TargetRecords } from "../target/records.ts";
import { casesAbout, casesOf } from "./case.ts";
import { expectNothingRemoved, expectSilent, keepsBindings, requireStatus, updateBinding } from "./helpers/bindings.ts";
import { errorCases, malformedPathCase } from "./helpers/error-cases.ts";
import { expectUnchanged, observe } from "./helpers/observe.ts";

const id = "bindings.unbind";
const aboutBinding = casesAbout({ sections: ["4.6", "3", "2.8"], needs: ["write", "brainId", "bindingId"] });
const aboutBrain = casesAbout({ sections: ["4.6", "3"], needs: ["write", "brainId"] });

function unbindOnce(service: Service) {
  return service.once("unbind", async () => {
    const before = await observe(service);
    const { disconnected } = await service.call(id);
    return { disconnected, before, after: await observe(service) };
  });
}

/** Specification, sections 3 and 4.6. Cases that keep other bindings come before those that remove them. */
export const bindingsUnbindCases = casesOf(id, {
  "returns-400": malformedPathCase(id),
  ...errorCases(id),
  "unknown-binding": aboutBinding.required("removes nothing for a bindingId that does not exist", (service, given) =>
    expectUnchanged(service, async () => {
      for (const bindingId of [unknownIdLike(given.bindingId), madeUpId])
        expectNothingRemoved(await service.send(id, { ids: { bindingId } }));
    }),
  ),
  "unknown-binding-status": aboutBinding.choice("returns 404 for a bindingId that does not exist", (service, given) =>
    service.expectError(id, 404, { ids: { bindingId: unknownIdLike(given.bindingId) } }),
  ),
  ...keepsBindings(aboutBinding, unbindOnce),
  installation: aboutBinding.required("keeps the installation", ["installationId"], async (service) => {
    await unbindOnce(service);
    await service.call("channels.list");
  }),
  notifications: aboutBinding.required(
    "ends the channel's notifications",
    ["slug", "notify"],
    async (service, given) => {
      const { brainId, bindingId, slug, notify } = given;
      await unbindOnce(service);
      await expectSilent(notify, { brainId, slug }, bindingId, "the channel of a binding that was removed");
    },
  ),
  "last-of-installation": aboutBrain.required(
    "keeps an installation whose only binding is removed",
    ["onlyBindingId", "secondInstallationId"],
    async (service, { onlyBindingId: bindingId, secondInstallationId: installationId }) => {
      await service.call("channels.list", { ids: { installationId } });
      const act = () => service.call(id, { ids: { bindingId } });
      const { disconnected } = await expectUnchanged(service, act, bindingId);
      skipUnless(disconnected, "an onlyBindingId that exists");
      await service.call("channels.list", { ids: { installationId } });
    },
  ),
  disabled: aboutBrain.required("removes a disabled binding, too", ["disabledBindingId"], async (service, given) => {
    const ids = { bindingId: given.disabledBindingId };
    requireStatus(await updateBinding(service, ids), "disabledBindingId");
    await expectRemoved(service, await service.call(id, { ids }), ids);
  }),
  success: aboutBinding.required("removes the binding", async (service) =>
    expectRemoved(service, await unbindOnce(service)),
  ),
  again: aboutBinding.choice("returns 404 for a binding that was removed", async (service) => {
    await unbindOnce(service);
    await service.expectError(id, 404);
    await service.expectError("bindings.update", 404);
  }),
});

async function expectRemoved(service: Service, { disconnected }: Disconnect, ids?: TargetRecords): Promise<void> {
  assert(disconnected, "the response reports that nothing was disconnected");
  await service.eventually(() => service.expectRejection("bindings.update", { ids }));
}
