import { type BindingFlags, channelBindingSchema } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { madeUpId, unknownIdLike } from "../run/service.ts";
import { assert, skipUnless } from "../run/verdict.ts";
import { casesAbout, casesOf, type NewCase } from "./case.ts";
import {
  allFlags,
  flagNames,
  flagsOf,
  keepsBindings,
  requireStatus,
  restoringFlags,
  updateBinding,
} from "./helpers/bindings.ts";
import { expectEqualFields, expectEqualShownFields } from "./helpers/compare.ts";
import { errorCases } from "./helpers/error-cases.ts";
import { expectUnchanged, observe } from "./helpers/observe.ts";

const id = "bindings.update";
const bindingFields = fieldNames(channelBindingSchema);
const aboutBinding = casesAbout({ sections: ["4.1", "3", "2.5"], needs: ["write", "brainId", "bindingId"] });
const aboutDisabled = casesAbout({ sections: ["3", "2.5"], needs: ["write", "brainId", "disabledBindingId"] });

function changesAsRead(what: string, name: "bindingId" | "disabledBindingId"): NewCase {
  const { required } = casesAbout({ sections: ["3", "4.1", "2.5"], needs: ["write", "brainId", name, "readBinding"] });
  return required(`changes only the given flags of ${what}, as shown elsewhere`, async (service, given) => {
    const { brainId, [name]: bindingId, readBinding } = given;
    const original = await readBinding({ brainId, bindingId });
    for (const body of [{}, allFlags(true), allFlags(false), flagsOf(original)]) {
      const expected = { ...(await readBinding({ brainId, bindingId })), ...body };
      const { channelName, ...updated } = await updateBinding(service, { bindingId }, body);
      // The name need not be available to every part of the service.
      const shown = channelName === null ? updated : { ...updated, channelName };
      for (const actual of [shown, await readBinding({ brainId, bindingId })])
        expectEqualShownFields(`the binding ${afterBody(body)}`, bindingFields, expected, actual);
    }
  });
}

const afterBody = (body: object) => `after an update with ${JSON.stringify(body)}`;

// Each flag alone, then all, all but one, and all as they were.
function createChanges(original: BindingFlags): object[] {
  const allButOne = flagNames.map((omitted) => flagNames.filter((flag) => flag !== omitted));
  return [
    ...flagNames.map((flag) => ({ [flag]: !original[flag] })),
    ...[true, false].flatMap((value) => [allFlags(value), ...allButOne.map((flags) => allFlags(!value, flags))]),
    flagsOf(original),
  ];
}

/** Specification, sections 3 and 4.1. */
export const bindingsUpdateCases = casesOf(id, {
  "returns-400": aboutBinding.required("returns 400 for flags and bodies of wrong types", async (service) => {
    const values = flagNames.flatMap((flag) => ["yes", "true", 1, 0].map((value) => ({ [flag]: value })));
    for (const body of [...values, [], "text", 1]) await service.expectError(id, 400, { body });
  }),
  ...errorCases(id),
  "unknown-binding": aboutBinding.required("rejects a bindingId that does not exist", async (service, given) => {
    await service.call(id);
    for (const bindingId of [unknownIdLike(given.bindingId), madeUpId])
      await service.expectRejection(id, { ids: { bindingId }, body: allFlags(true) });
  }),
  "unknown-binding-status": aboutBinding.choice("returns 404 for a bindingId that does not exist", (service, given) =>
    service.expectError(id, 404, { ids: { bindingId: unknownIdLike(given.bindingId) } }),
  ),
  "empty-body": aboutBinding.required("accepts an empty object without changing anything", async (service) => {
    const before = await service.call(id, { body: {} });
    const after = await service.call(id, { body: {} });
    expectEqualFields("the binding", bindingFields, before, after);
  }),
  "all-or-nothing": aboutBinding.required("changes nothing if one of the flags is invalid", async (service) => {
    const { notifyBriefs } = await service.call(id);
    const body = { notifyBriefs: !notifyBriefs, notifyChanges: "yes" };
    await expectUnchanged(service, () => service.expectError(id, 400, { body }));
  }),
  concurrent: aboutBinding.required("keeps flags that are changed at the same time", async (service, { bindingId }) =>
    restoringFlags(service, { bindingId }, async () => {
      for (const value of [true, false, true, false]) {
        await Promise.all(flagNames.map((flag) => service.call(id, { body: { [flag]: value } })));
        const binding = await service.call(id);
        const lost = flagNames.find((flag) => binding[flag] !== value);
        assert(lost === undefined, `${lost} is not ${value} after three updates at the same time, one of each flag`);
      }
    }),
  ),
  "malformed-json": aboutBinding.required("returns 400 for a body that is not JSON", async (service) => {
    for (const text of ["{", '{"notifyBriefs":', '{"notifyBriefs":true', "notifyBriefs=true"])
      await service.expectError(id, 400, { text });
  }),
  "null-flags": aboutBinding.choice("returns 400 for a flag that is null", async (service) => {
    for (const flag of flagNames) await service.expectError(id, 400, { body: { [flag]: null } });
  }),
  "missing-body": aboutBinding.choice("treats a missing body as an empty object", (service) =>
    service.call(id, { text: null }),
  ),
  "unknown-fields": aboutBinding.choice("ignores fields that are not specified", async (service) => {
    const before = await service.call(id);
    const after = await service.call(id, { body: { status: "disabled", color: "blue" } });
    expectEqualFields("the binding", bindingFields, before, after);
  }),
  "content-type": aboutBinding.choice("returns 400 for the content type text/plain", (service) =>
    service.expectError(id, 400, { body: {}, headers: { "content-type": "text/plain" } }),
  ),
  "body-size": aboutBinding.choice("returns 413 for a body of more than 100 KiB", (service) =>
    service.expectError(id, 413, { body: { padding: "x".repeat(100 * 1024) } }),
  ),
  ids: aboutBinding.required("returns the binding of the path, with its brain", async (service, given) => {
    const binding = await service.call(id);
    assert(binding.id === given.bindingId, `the id is ${binding.id} instead of ${given.bindingId}`);
    assert(binding.brainId === given.brainId, `the brainId is ${binding.brainId} instead of ${given.brainId}`);
  }),
  installation: aboutBinding.required(
    "returns the installation to which the channel of an active binding belongs, and the name of the channel if there is one",
    async (service) => {
      const { installationId, channelId, channelName, status } = await service.call(id);
      requireStatus({ status }, "bindingId");
      const listed = await service.call("channels.list", { ids: { installationId } });
      const channel = listed.find((candidate) => candidate.id === channelId);
      assert(channel !== undefined, `the installation ${installationId} does not list the channel ${channelId}`);
      const isName = channelName === null || channelName.replace(/^#/, "") === channel.name.replace(/^#/, "");
      assert(isName, `the channelName is ${channelName}, and in the list of channels ${channel.name}`);
    },
  ),
  team: aboutBinding.required(
    "returns the workspace of the installation",
    ["installationId", "teamId"],
    async (service, given) => {
      const { installationId, teamId } = await service.call(id);
      skipUnless(installationId === given.installationId, "a bindingId of installationId");
      assert(teamId === given.teamId, `the teamId is ${teamId} instead of ${given.teamId}`);
    },
  ),
  ...keepsBindings(aboutBinding, (service, { bindingId }) =>
    restoringFlags(service, { bindingId }, async (binding) => {
      const before = await observe(service);
      await service.call(id, { body: flagsOf(binding, (flag) => !flag) });
      return { before, after: await observe(service) };
    }),
  ),
  "as-read": changesAsRead("an active binding", "bindingId"),
  "disabled-as-read": changesAsRead("a disabled binding", "disabledBindingId"),
  disabled: aboutDisabled.required("leaves a disabled binding disabled", (service, { disabledBindingId }) =>
    restoringFlags(service, { bindingId: disabledBindingId }, async (before) => {
      requireStatus(before, "disabledBindingId");
      for (const flag of flagNames) {
        const { status } = await updateBinding(service, { bindingId: disabledBindingId }, { [flag]: !before[flag] });
        assert(status === "disabled", `a change of ${flag} made the status ${status}`);
      }
    }),
  ),
  success: aboutBinding.required("changes one, two or all of the flags in the body", (service, { bindingId }) =>
    restoringFlags(service, { bindingId }, async (original) => {
      let before = original;
      for (const change of createChanges(original)) {
        const after = await service.call(id, { body: change });
        expectEqualFields(`the binding ${afterBody(change)}`, bindingFields, { ...before, ...change }, after);
        before = after;
      }
    }),
  ),
});
