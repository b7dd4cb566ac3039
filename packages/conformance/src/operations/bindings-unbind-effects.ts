import { channelBindingSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceCase, ConformanceCases } from "../conformance-case.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { readBinding } from "../expectations/read-binding.ts";
import { requireDisabled } from "../expectations/require-disabled.ts";
import { type OtherBinding, readOther, unbindOnce } from "../expectations/unbind-once.ts";
import { jsonEqual } from "../json-equal.ts";
import { requireData } from "../require-data.ts";

const id = "bindings.unbind";

/** Cases about what removing a binding affects, and what it does not. */
export const bindingsUnbindEffects: ConformanceCases = {
  unaffected: unaffectedCase("another binding of the brain", "secondBindingId"),
  "unaffected-disabled": unaffectedCase("a disabled binding of the brain", "disabledBindingId"),
  "unaffected-brain": unaffectedCase("a binding of another brain", "secondBrainBindingId"),
  installation: {
    title: "does not change the installation and its channels",
    sentences: ["4.6/unaffected", "3/unbind"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId", "installationId"] },
    async run(service) {
      const channels = await service.expectSuccess("channels.list");
      await unbindOnce(service);
      const after = await service.expectSuccess("channels.list");
      assert(jsonEqual(channels, after), "the channels of the installation changed");
    },
  },
  "last-of-installation": {
    title: "keeps an installation whose only binding is removed",
    sentences: ["4.6/unaffected", "3/unbind"],
    level: "required",
    needs: { write: true, records: ["brainId", "onlyBindingId", "secondInstallationId"] },
    async run(service) {
      const ids = { installationId: service.recordId("secondInstallationId") };
      const channels = await service.expectSuccess("channels.list", { ids });
      const { disconnected } = await service.expectSuccess(id, {
        ids: { bindingId: service.recordId("onlyBindingId") },
      });
      requireData(disconnected, "needs an onlyBindingId that exists");
      const after = await service.expectSuccess("channels.list", { ids });
      assert(jsonEqual(channels, after), "the channels of the installation changed");
    },
  },
  disabled: {
    title: "removes a disabled binding, too",
    sentences: ["4.6/one-channel", "3/unbind"],
    level: "required",
    needs: { write: true, records: ["brainId", "disabledBindingId"] },
    async run(service) {
      requireDisabled(await readBinding(service, "disabledBindingId"));
      const ids = { bindingId: service.recordId("disabledBindingId") };
      const { disconnected } = await service.expectSuccess(id, { ids });
      assert(disconnected, "the response reports that nothing was disconnected");
      await service.eventually(async () => (await service.send("bindings.update", { ids })).expectNoSuccess());
    },
  },
};

function unaffectedCase(what: string, record: OtherBinding): ConformanceCase {
  return {
    title: `does not change ${what}`,
    sentences: ["4.6/unaffected", "3/unbind"],
    level: "required",
    needs: {
      write: true,
      records: [
        "brainId",
        "bindingId",
        ...(record === "secondBrainBindingId" ? (["secondBrainId"] as const) : []),
        record,
      ],
    },
    async run(service) {
      const before = (await unbindOnce(service)).before[record];
      requireData(before !== undefined, `needs a ${record} that can be updated`);
      const after = await readOther(service, record);
      assert(after !== undefined, `there is no binding ${before.id} any more`);
      assert(isSameRecord(channelBindingSchema, before, after), `the binding ${before.id} changed`);
    },
  };
}
