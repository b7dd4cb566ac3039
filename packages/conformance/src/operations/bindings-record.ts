import { type ChannelBinding, channelBindingSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceCase, ConformanceCases } from "../conformance-case.ts";
import { bindingFlags, restoringFlags } from "../expectations/binding-flags.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { isSameValue } from "../expectations/is-same-value.ts";
import { readBinding, updateBinding } from "../expectations/read-binding.ts";
import { requireDisabled } from "../expectations/require-disabled.ts";
import { requireData } from "../require-data.ts";

const id = "bindings.update";

/** Bodies that set all flags to the same value. */
const allFlags = [true, false].map((value) => Object.fromEntries(bindingFlags.map((flag) => [flag, value])));

/** Cases about the record of a binding. */
export const bindingsRecord: ConformanceCases = {
  ids: {
    title: "returns the binding of the path, with its brain",
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
    title:
      "returns the installation to which the channel of an active binding belongs, and the name of the channel if there is one",
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
      await restoringFlags(service, "bindingId", async () => {
        for (const body of allFlags) {
          await service.expectSuccess(id, { body });
          const after = await readBinding(service, "secondBindingId");
          assert(isSameRecord(channelBindingSchema, before, after), "another binding changed");
        }
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
      await restoringFlags(service, "bindingId", async () => {
        for (const body of allFlags) {
          await service.expectSuccess(id, { body });
          const after = await service.expectSuccess(id, { ids });
          assert(isSameRecord(channelBindingSchema, before, after), "a binding of another brain changed");
        }
      });
    },
  },
  "as-read": bindingAsReadCase("an active binding", "bindingId"),
  "disabled-as-read": bindingAsReadCase("a disabled binding", "disabledBindingId"),
  team: {
    title: "returns the workspace of the installation",
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

/** Expects updates to change nothing but the given flags of a binding, as a control shows it. */
function bindingAsReadCase(what: string, record: "bindingId" | "disabledBindingId"): ConformanceCase {
  return {
    title: `changes only the given flags of ${what}, as the service shows it elsewhere`,
    sentences: ["3/update", "4.1/body", "4.1/success", "2.5/createdAt", "2.5/channelName", "2.5/status"],
    level: "required",
    needs: { write: true, records: ["brainId", record], controls: ["readBinding"] },
    async run(service) {
      const ids = { brainId: service.recordId("brainId"), bindingId: service.recordId(record) };
      const read = () => service.control("readBinding")(ids);
      const original = await read();
      const flags = Object.fromEntries(bindingFlags.map((flag) => [flag, original[flag]]));
      for (const body of [{}, ...allFlags, flags]) {
        const expected = { ...(await read()), ...body };
        const { channelName, ...updated } = await updateBinding(service, record, body);
        // The name need not be available to every part of the service.
        assertSameFields(expected, channelName === null ? updated : { ...updated, channelName }, body);
        assertSameFields(expected, await read(), body);
      }
    },
  };
}

function assertSameFields(expected: Partial<ChannelBinding>, shown: Partial<ChannelBinding>, body: object): void {
  for (const field of Object.keys(channelBindingSchema._zod.def.shape) as (keyof ChannelBinding)[]) {
    if (expected[field] === undefined || shown[field] === undefined) continue;
    const message = `with the body ${JSON.stringify(body)} the ${field} ${expected[field]} became ${shown[field]}`;
    assert(isSameValue(expected[field], shown[field]), message);
  }
}
