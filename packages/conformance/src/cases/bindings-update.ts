import { type BindingFlags, type ChannelBinding, channelBindingSchema, contract } from "@knowledge-base/types";
import { madeUpId, type Service, unknownIdLike } from "../run/service.ts";
import { assert, requireData } from "../run/verdict.ts";
import type { RecordName } from "../target/records.ts";
import { type Cases, type ConformanceCase, choice, type Need, required } from "./case.ts";
import { expectKept, expectUnchanged, isSameRecord, isSameValue, observe } from "./observation.ts";
import { notFoundCase, unauthorizedCase } from "./operation-errors.ts";

const id = "bindings.update";
const ofBinding = ["write", "brainId", "bindingId"] as const;

/** Names of the flags of a binding. */
export const bindingFlags = [
  "notifyBriefs",
  "notifyConnections",
  "notifyChanges",
] as const satisfies (keyof BindingFlags)[];

/** Returns flags with the same value. */
export function allFlags(value: boolean, flags: readonly string[] = bindingFlags): Record<string, boolean> {
  return Object.fromEntries(flags.map((flag) => [flag, value]));
}

/** Updates a binding. A service may reject updates of some, such as disabled ones, with a status that isn't documented. */
export async function updateBinding(service: Service, bindingId: string, body: object = {}): Promise<ChannelBinding> {
  const response = await service.send(id, { ids: { bindingId }, body });
  const isRejected = [400, 403, 409, 422].includes(response.status);
  requireData(
    !isRejected,
    `a binding ${bindingId} that can be updated (the response has the status ${response.status})`,
  );
  const { status, schema } = contract[id].success;
  return response.expectSuccess(status, schema);
}

/** Calls a function with a binding, and restores its flags afterwards. */
export async function restoringFlags<Result>(
  service: Service,
  bindingId: string,
  use: (binding: ChannelBinding) => Promise<Result>,
): Promise<Result> {
  const binding = await updateBinding(service, bindingId);
  try {
    return await use(binding);
  } finally {
    const body = Object.fromEntries(bindingFlags.map((flag) => [flag, binding[flag]]));
    await service.send(id, { ids: { bindingId }, body });
  }
}

/** Requires the known disabled binding to be disabled. */
export function requireDisabled({ status }: Pick<ChannelBinding, "status">): void {
  requireData(status === "disabled", `a disabled binding as disabledBindingId (its status is ${status})`);
}

/** Sets all flags of a binding to the opposite. */
async function invertFlags(service: Service, binding: ChannelBinding): Promise<void> {
  const body = Object.fromEntries(bindingFlags.map((flag) => [flag, !binding[flag]]));
  await service.call(id, { body });
}

const input: Cases = {
  "unknown-binding": required(
    "rejects a bindingId that doesn't exist",
    "4.1 2.5",
    ofBinding,
    async (service, given) => {
      await service.call(id);
      for (const bindingId of [unknownIdLike(given.bindingId), madeUpId]) {
        await service.expectRejection(id, { ids: { bindingId }, body: allFlags(true) });
      }
    },
  ),
  "unknown-binding-status": choice(
    "returns 404 for a bindingId that doesn't exist",
    "7 4.1",
    ofBinding,
    (service, given) => service.expectError(id, 404, { ids: { bindingId: unknownIdLike(given.bindingId) } }),
  ),
  "empty-body": required("accepts an empty object without changing anything", "4.1 3", ofBinding, async (service) => {
    const before = await service.call(id, { body: {} });
    const after = await service.call(id, { body: {} });
    assert(isSameRecord(channelBindingSchema, before, after), "the binding changed");
  }),
  "all-or-nothing": required("changes nothing if one of the flags is invalid", "4.1 7", ofBinding, async (service) => {
    const { notifyBriefs } = await service.call(id);
    await expectUnchanged(service, () =>
      service.expectError(id, 400, { body: { notifyBriefs: !notifyBriefs, notifyChanges: "yes" } }),
    );
  }),
  "malformed-json": required("returns 400 for a body that isn't JSON", "4 4.1", ofBinding, async (service) => {
    for (const text of ["{", '{"notifyBriefs":', '{"notifyBriefs":true', "notifyBriefs=true"]) {
      await service.expectError(id, 400, { text });
    }
  }),
  "null-flags": choice("returns 400 for a flag that is null", "4.1", ofBinding, async (service) => {
    for (const flag of bindingFlags) await service.expectError(id, 400, { body: { [flag]: null } });
  }),
  "missing-body": choice("treats a missing body as an empty object", "4.1", ofBinding, (service) =>
    service.call(id, { text: null }),
  ),
  "unknown-fields": choice(
    "ignores fields that the specification doesn't define",
    "4.1",
    ofBinding,
    async (service) => {
      const before = await service.call(id);
      const after = await service.call(id, { body: { status: "disabled", color: "blue" } });
      assert(isSameRecord(channelBindingSchema, before, after), "the binding changed");
    },
  ),
  "content-type": choice(
    "returns 400 for a body without the content type application/json",
    "4.1",
    ofBinding,
    (service) => service.expectError(id, 400, { body: {}, headers: { "content-type": "text/plain" } }),
  ),
  "body-size": choice("returns 413 for a body of more than 100 KiB", "8", ofBinding, (service) =>
    service.expectError(id, 413, { body: { padding: "x".repeat(100 * 1024) } }),
  ),
};

const record: Cases = {
  ids: required("returns the binding of the path, with its brain", "2.5 4.1", ofBinding, async (service, given) => {
    const binding = await service.call(id);
    assert(binding.id === given.bindingId, `the id is ${binding.id} instead of ${given.bindingId}`);
    assert(binding.brainId === given.brainId, `the brainId is ${binding.brainId} instead of ${given.brainId}`);
  }),
  installation: required(
    "returns the installation to which the channel of an active binding belongs, and the name of the channel if there is one",
    "2.5",
    ofBinding,
    async (service, { brainId }) => {
      const { installationId, channelId, channelName, status } = await service.call(id);
      requireData(status === "active", `an active binding as bindingId (its status is ${status})`);
      const listed = await service.call("channels.list", { ids: { brainId, installationId } });
      const channel = listed.find((candidate) => candidate.id === channelId);
      assert(channel !== undefined, `the channel ${channelId} isn't among those of the installation ${installationId}`);
      const isName = channelName === null || channelName.replace(/^#/, "") === channel.name.replace(/^#/, "");
      assert(isName, `the channelName is ${channelName}, and in the list of channels ${channel.name}`);
    },
  ),
  team: required(
    "returns the workspace of the installation",
    "2.5",
    [...ofBinding, "installationId", "teamId"],
    async (service, given) => {
      const { installationId, teamId } = await service.call(id);
      requireData(installationId === given.installationId, "a bindingId of installationId");
      assert(teamId === given.teamId, `the teamId is ${teamId} instead of ${given.teamId}`);
    },
  ),
  "nothing-else": required("changes nothing else that can be seen", "4.1 3", ofBinding, (service, { bindingId }) =>
    restoringFlags(service, bindingId, (binding) =>
      expectUnchanged(service, () => invertFlags(service, binding), bindingId),
    ),
  ),
  "other-binding": keepsBinding("another binding of the brain", ["secondBindingId"]),
  "other-brain-binding": keepsBinding("a binding of another brain", ["secondBrainBindingId", "secondBrainId"]),
  "same-channel-binding": keepsBinding("a binding of the same channel", ["sameChannelBindingId", "secondBrainId"]),
  "as-read": changesAsRead("an active binding", "bindingId"),
  "disabled-as-read": changesAsRead("a disabled binding", "disabledBindingId"),
  disabled: required(
    "leaves a disabled binding disabled if its flags change",
    "3 2.5",
    ["write", "brainId", "disabledBindingId"],
    (service, { disabledBindingId }) =>
      restoringFlags(service, disabledBindingId, async (before) => {
        requireDisabled(before);
        for (const flag of bindingFlags) {
          const { status } = await updateBinding(service, disabledBindingId, { [flag]: !before[flag] });
          assert(status === "disabled", `a change of ${flag} made the status ${status}`);
        }
      }),
  ),
};

/** @param needs - the binding, and its brain if it is another one */
function keepsBinding<Name extends RecordName>(
  what: string,
  [name, ...others]: readonly [Name, ...RecordName[]],
): ConformanceCase {
  const needs: readonly Need[] = [...ofBinding, ...others, name];
  return required(`doesn't change ${what}`, "4.1 3", needs, (service, given) =>
    restoringFlags(service, given.bindingId, async (binding) => {
      const before = await observe(service);
      await invertFlags(service, binding);
      expectKept(before, await observe(service), given[name]);
    }),
  );
}

/** Expects updates to change nothing but the given flags of a binding, as a control shows it. */
function changesAsRead(what: string, name: "bindingId" | "disabledBindingId"): ConformanceCase {
  const title = `changes only the given flags of ${what}, as the service shows it elsewhere`;
  return required(title, "3 4.1 2.5", ["write", "brainId", name, "readBinding"], async (service, given) => {
    const { brainId, [name]: bindingId, readBinding } = given;
    const original = await readBinding({ brainId, bindingId });
    const flags = Object.fromEntries(bindingFlags.map((flag) => [flag, original[flag]]));
    for (const body of [{}, allFlags(true), allFlags(false), flags]) {
      const expected = { ...(await readBinding({ brainId, bindingId })), ...body };
      const { channelName, ...updated } = await updateBinding(service, bindingId, body);
      // The name need not be available to every part of the service.
      expectSameFields(expected, channelName === null ? updated : { ...updated, channelName }, body);
      expectSameFields(expected, await readBinding({ brainId, bindingId }), body);
    }
  });
}

function expectSameFields(expected: Partial<ChannelBinding>, shown: Partial<ChannelBinding>, body: object): void {
  for (const field of Object.keys(channelBindingSchema._zod.def.shape) as (keyof ChannelBinding)[]) {
    const { [field]: before } = expected;
    const { [field]: after } = shown;
    const isSame = before === undefined || after === undefined || isSameValue(before, after);
    assert(isSame, `with the body ${JSON.stringify(body)} the ${field} ${before} became ${after}`);
  }
}

/** Returns bodies of updates: each flag alone, then all, all but one, and all as they were. */
function createChanges(original: BindingFlags): object[] {
  const allButOne = bindingFlags.map((omitted) => bindingFlags.filter((flag) => flag !== omitted));
  return [
    ...bindingFlags.map((flag) => ({ [flag]: !original[flag] })),
    ...[true, false].flatMap((value) => [allFlags(value), ...allButOne.map((flags) => allFlags(!value, flags))]),
    Object.fromEntries(bindingFlags.map((flag) => [flag, original[flag]])),
  ];
}

/** Specification, sections 3 and 4.1. */
export const bindingsUpdate = {
  400: required(
    "returns 400 for a flag that isn't a boolean, and for a body that isn't an object",
    "4.1 7",
    ofBinding,
    async (service) => {
      const values = bindingFlags.flatMap((flag) => ["yes", "true", 1, 0].map((value) => ({ [flag]: value })));
      for (const body of [...values, [], "text", 1]) await service.expectError(id, 400, { body });
    },
  ),
  401: unauthorizedCase(id),
  404: notFoundCase(id),
  ...input,
  ...record,
  success: required(
    "changes one, two or all of the flags in the body, and no other field",
    "4.1 3 2.5",
    ofBinding,
    (service, { bindingId }) =>
      restoringFlags(service, bindingId, async (original) => {
        let before = original;
        for (const change of createChanges(original)) {
          const after = await service.call(id, { body: change });
          const isExpected = isSameRecord(channelBindingSchema, after, { ...before, ...change });
          const became = `the binding ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
          assert(isExpected, `with the body ${JSON.stringify(change)} ${became}`);
          before = after;
        }
      }),
  ),
} satisfies Cases;
