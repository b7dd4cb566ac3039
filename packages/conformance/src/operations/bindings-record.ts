import { channelBindingSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { bindingFlags, restoringFlags } from "../expectations/binding-flags.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { readBinding } from "../expectations/read-binding.ts";
import { requireDisabled } from "../expectations/require-disabled.ts";
import { requireData } from "../require-data.ts";

const id = "bindings.update";

/** Cases about the record of a binding. */
export const bindingsRecord: ConformanceCases = {
  ids: {
    title: "returns the binding that the path names, with its brain",
    sentences: ["2.5/id", "2.5/brainId", "4.1/success"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    async run(service) {
      const binding = await service.expectSuccess(id);
      const expected = { id: service.recordId("bindingId"), brainId: service.recordId("brainId") };
      assert(binding.id === expected.id, `the id is ${binding.id} instead of ${expected.id}`);
      assert(binding.brainId === expected.brainId, `the brainId is ${binding.brainId} instead of ${expected.brainId}`);
    },
  },
  installation: {
    title: "names the installation whose channels include that of an active binding, and its channel's name if any",
    sentences: ["2.5/installationId", "2.5/channelId", "2.5/channelName"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    async run(service) {
      const { installationId, channelId, channelName, status } = await service.expectSuccess(id);
      requireData(status === "active", `needs an active binding as bindingId (its status is ${status})`);
      const channels = await service.expectSuccess("channels.list", { ids: { installationId } });
      const channel = channels.find((candidate) => candidate.id === channelId);
      assert(
        channel !== undefined,
        `the channel ${channelId} is not among those of the installation ${installationId}`,
      );
      const isName = channelName === null || channelName.replace(/^#/, "") === channel.name.replace(/^#/, "");
      assert(isName, `the channelName is ${channelName}, and in the list of channels ${channel.name}`);
    },
  },
  "other-binding": {
    title: "changes no other binding",
    sentences: ["4.1/success", "3/update"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId", "secondBindingId"] },
    async run(service) {
      const before = await readBinding(service, "secondBindingId");
      await restoringFlags(service, "bindingId", async (binding) => {
        const body = Object.fromEntries(bindingFlags.map((flag) => [flag, !binding[flag]]));
        await service.expectSuccess(id, { body });
        const after = await readBinding(service, "secondBindingId");
        assert(isSameRecord(channelBindingSchema, before, after), "another binding changed");
      });
    },
  },
  "other-brain-binding": {
    title: "changes no binding of another brain",
    sentences: ["4.1/success", "3/update", "2.5/brainId"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId", "secondBrainId", "secondBrainBindingId"] },
    async run(service) {
      const ids = { brainId: service.recordId("secondBrainId"), bindingId: service.recordId("secondBrainBindingId") };
      const before = await service.expectSuccess(id, { ids });
      await restoringFlags(service, "bindingId", async (binding) => {
        const body = Object.fromEntries(bindingFlags.map((flag) => [flag, !binding[flag]]));
        await service.expectSuccess(id, { body });
        const after = await service.expectSuccess(id, { ids });
        assert(isSameRecord(channelBindingSchema, before, after), "a binding of another brain changed");
      });
    },
  },
  team: {
    title: "names the workspace of the installation",
    sentences: ["2.5/teamId"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId", "installationId", "teamId"] },
    async run(service) {
      const { installationId, teamId } = await service.expectSuccess(id);
      requireData(installationId === service.recordId("installationId"), "needs a bindingId of installationId");
      const expected = service.recordId("teamId");
      assert(teamId === expected, `the teamId is ${teamId} instead of ${expected}`);
    },
  },
  disabled: {
    title: "leaves a disabled binding disabled if its flags change",
    sentences: ["3/update", "3/binding-statuses", "2.5/status"],
    level: "required",
    needs: { write: true, records: ["brainId", "disabledBindingId"] },
    async run(service) {
      const ids = { bindingId: service.recordId("disabledBindingId") };
      await restoringFlags(service, "disabledBindingId", async (before) => {
        requireDisabled(before);
        for (const flag of bindingFlags) {
          const { status } = await service.expectSuccess(id, { ids, body: { [flag]: !before[flag] } });
          assert(status === "disabled", `a change of ${flag} made the status ${status}`);
        }
      });
    },
  },
};
